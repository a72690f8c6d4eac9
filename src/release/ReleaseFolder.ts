import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { syncFolder, temporaryPrefix, writeNewFile } from "../platform/AtomicFile.ts"
import { manifestFile, type Artifacts } from "./artifacts/Renderers.ts"

/** Returns the type of the entry at a path without following links, or `undefined` if there is none. */
export const entryTypeAt = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    return (yield* fs.lstat(path)).type
  },
  Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined)
)

/** Lists every entry below a folder by its path with `/`. Links are listed, never followed. */
export const listFolder = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const found = new Map<string, "file" | "folder" | "other">()
  const pending = [""]
  for (const inner of pending) {
    for (const { name, type } of yield* fs.readDirectoryEntries(paths.join(folder, inner))) {
      const path = inner === "" ? name : `${inner}/${name}`
      if (type === "Directory") pending.push(path)
      found.set(path, type === "Directory" ? "folder" : type === "File" ? "file" : "other")
    }
  }
  return found
})

/** Returns the entries of a folder that are not expected. An unexpected folder is listed only if it is empty. */
export const unexpectedPaths = (
  found: Effect.Success<ReturnType<typeof listFolder>>,
  expected: ReadonlyMap<string, unknown>
): ReadonlyArray<string> => {
  const holds = (paths: Iterable<string>, folder: string) => [...paths].some((path) => path.startsWith(`${folder}/`))
  return [...found]
    .filter(([path, type]) => {
      if (expected.has(path)) return false
      return type !== "folder" || (!holds(expected.keys(), path) && !holds(found.keys(), path))
    })
    .map(([path]) => path)
}

/** Encodes every file of a release, including the manifest, by its path. */
export const encodeFiles = ({ files, manifest }: Artifacts): ReadonlyMap<string, Uint8Array> => {
  const encoder = new TextEncoder()
  return new Map([...files, [manifestFile, manifest] as const].map(([path, text]) => [path, encoder.encode(text)]))
}

/** Writes the folder of a release under a temporary name, complete and durable, and renames it in one step. */
export const writeFolder = Effect.fn("writeFolder")(function* (releases: string, name: string, artifacts: Artifacts) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const staging = paths.join(releases, `${temporaryPrefix}${name}`)
  yield* fs.makeDirectory(staging)
  const files = [...encodeFiles(artifacts)].map(([path, bytes]) => ({ file: paths.join(staging, path), bytes }))
  const folders = new Set([staging, ...files.map(({ file }) => paths.dirname(file))])
  for (const folder of folders) if (folder !== staging) yield* fs.makeDirectory(folder, { recursive: true })
  // Every file is synced to the disk. Concurrently, they wait for it about once.
  yield* Effect.forEach(files, ({ bytes, file }) => writeNewFile(file, bytes), { concurrency: 16, discard: true })
  yield* Effect.forEach(folders, syncFolder, { discard: true })
  yield* fs.rename(staging, paths.join(releases, name))
  yield* syncFolder(releases)
})

/** Removes the unfinished work of interrupted runs. Requires the lock, so that no other run is at work. */
export const removeStaleTemporaries = Effect.fnUntraced(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const stale = (yield* fs.readDirectory(releases)).filter((name) => name.startsWith(temporaryPrefix))
  yield* Effect.forEach(stale, (name) => fs.remove(paths.join(releases, name), { recursive: true, force: true }), {
    discard: true
  })
})

/** Compares a folder with the files that it should contain. If it is not a folder, the path of the difference is empty. */
export const compareFolder = Effect.fnUntraced(function* (folder: string, expected: ReadonlyMap<string, Uint8Array>) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const differing: Array<Difference> = []
  if ((yield* entryTypeAt(folder)) !== "Directory") return [...differing, { path: "", kind: "altered" as const }]
  const found = yield* listFolder(folder)
  for (const [path, bytes] of expected) {
    const type = found.get(path)
    if (type === undefined) differing.push({ path, kind: "missing" })
    else if (type !== "file" || !hasSameBytes(bytes, yield* fs.readFile(paths.join(folder, path)))) {
      differing.push({ path, kind: "altered" })
    }
  }
  for (const path of unexpectedPaths(found, expected)) differing.push({ path, kind: "extra" })
  return differing
})

export interface Difference {
  readonly path: string
  readonly kind: "missing" | "altered" | "extra"
}

const hasSameBytes = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0
