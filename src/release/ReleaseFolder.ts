import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { syncFolder, temporaryPrefix, writeNew } from "../platform/AtomicFile.ts"
import { manifestFile, type Artifacts } from "./artifacts/Renderers.ts"

/** What lies at a path, nothing where nothing does; a link is a link, whatever it leads to. */
export const entryTypeAt = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    return (yield* fs.lstat(path)).type
  },
  Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined)
)

/** All that lies below a release's folder, by its path with `/`; links are listed, never followed. */
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

/** What does not belong in a folder that should hold the given files. Of a folder, what is in it, or itself if empty. */
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

/** Every file of a release with its bytes, the manifest among them. */
export const encodeFiles = ({ files, manifest }: Artifacts): ReadonlyMap<string, Uint8Array> => {
  const encoder = new TextEncoder()
  return new Map([...files, [manifestFile, manifest] as const].map(([path, text]) => [path, encoder.encode(text)]))
}

/** Writes a release's folder, complete and durable, under a temporary name, and gives it its own in one step. */
export const writeFolder = Effect.fnUntraced(function* (releases: string, name: string, artifacts: Artifacts) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const staging = paths.join(releases, `${temporaryPrefix}${name}`)
  yield* fs.makeDirectory(staging)
  const files = [...encodeFiles(artifacts)].map(([path, bytes]) => ({ file: paths.join(staging, path), bytes }))
  const folders = new Set([staging, ...files.map(({ file }) => paths.dirname(file))])
  for (const folder of folders) if (folder !== staging) yield* fs.makeDirectory(folder, { recursive: true })
  // Each file waits for the disk; together they wait once.
  yield* Effect.forEach(files, ({ bytes, file }) => writeNew(file, bytes), { concurrency: 16, discard: true })
  yield* Effect.forEach(folders, syncFolder, { discard: true })
  yield* fs.rename(staging, paths.join(releases, name))
  yield* syncFolder(releases)
})

/** Removes what dead runs left half-done. Only for the holder of the lock: no living run has anything here. */
export const removeStaleTemporaries = Effect.fnUntraced(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const left = (yield* fs.readDirectory(releases)).filter((name) => name.startsWith(temporaryPrefix))
  yield* Effect.forEach(left, (name) => fs.remove(paths.join(releases, name), { recursive: true, force: true }), {
    discard: true
  })
})

/** The paths at which a folder's content is not what it should be; the empty one where it is no folder at all. */
export const compareFolder = Effect.fnUntraced(function* (folder: string, expected: ReadonlyMap<string, Uint8Array>) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const differing: Array<Difference> = []
  if ((yield* entryTypeAt(folder)) !== "Directory") return [...differing, { path: "", kind: "altered" as const }]
  const found = yield* listFolder(folder)
  for (const [path, bytes] of expected) {
    const type = found.get(path)
    if (type === undefined) differing.push({ path, kind: "missing" })
    else if (type !== "file" || !same(bytes, yield* fs.readFile(paths.join(folder, path)))) {
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

const same = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0
