import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { syncFolder, temporaryPrefix, writeNewFile } from "../platform/AtomicFile.ts"
import type { ReadRegularFiles } from "../platform/RegularFiles.ts"

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
  const found = new Map<string, "file" | "folder" | "other">()
  const pending = [""]
  for (const inner of pending) {
    for (const { name, type } of yield* fs.readDirectoryEntries(join(folder, inner))) {
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

/** Writes the folder of a release under a temporary name, complete and durable, and renames it in one step. */
export const writeFolder = Effect.fn("writeFolder")(function* (
  releases: string,
  name: string,
  contents: ReadonlyMap<string, Uint8Array>
) {
  const fs = yield* FileSystem.FileSystem
  const staging = join(releases, `${temporaryPrefix}${name}`)
  yield* fs.makeDirectory(staging)
  const files = [...contents].map(([path, bytes]) => ({ file: join(staging, path), bytes }))
  const folders = new Set([staging, ...files.map(({ file }) => dirname(file))])
  for (const folder of folders) if (folder !== staging) yield* fs.makeDirectory(folder, { recursive: true })
  // Every file is synced to the disk. Concurrently, they wait for it about once.
  yield* Effect.forEach(files, ({ bytes, file }) => writeNewFile(file, bytes), { concurrency: 16, discard: true })
  yield* Effect.forEach(folders, syncFolder, { discard: true })
  yield* fs.rename(staging, join(releases, name))
  yield* syncFolder(releases)
})

/** Removes the unfinished work of interrupted runs. Requires the lock, so that no other run is at work. */
export const removeStaleTemporaries = Effect.fnUntraced(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  const stale = (yield* fs.readDirectory(releases)).filter((name) => name.startsWith(temporaryPrefix))
  yield* Effect.forEach(stale, (name) => fs.remove(join(releases, name), { recursive: true, force: true }), {
    discard: true
  })
})

/** Compares a folder with the files that it should contain. If it is not a folder, the path of the difference is empty. */
export const compareFolder = Effect.fnUntraced(function* (
  folder: string,
  expected: ReadonlyMap<string, Uint8Array>,
  read: ReadRegularFiles
) {
  if ((yield* entryTypeAt(folder)) !== "Directory") return [difference("", "altered")]
  const found = yield* listFolder(folder)
  const comparisons = [...expected]
    .filter(([path]) => found.get(path) === "file")
    .map(([path, bytes]) => compareFile(folder, path, bytes))
  yield* read(comparisons.map(({ reading }) => reading))
  const equal = new Set(comparisons.filter(({ isEqual }) => isEqual()).map(({ path }) => path))
  const differing = [...expected.keys()]
    .filter((path) => !equal.has(path))
    .map((path) => difference(path, found.has(path) ? "altered" : "missing"))
  return [...differing, ...unexpectedPaths(found, expected).map((path) => difference(path, "extra"))]
})

export interface Difference {
  readonly path: string
  readonly kind: "missing" | "altered" | "extra"
}

const difference = (path: string, kind: Difference["kind"]): Difference => ({ path, kind })

/** Compares a file with its expected bytes while it is read. */
const compareFile = (folder: string, path: string, bytes: Uint8Array) => {
  let length = 0
  let hasEqualChunks = true
  const onChunk = (chunk: Uint8Array) => {
    hasEqualChunks &&= Buffer.compare(chunk, bytes.subarray(length, length + chunk.length)) === 0
    length += chunk.length
  }
  return {
    path,
    reading: { path: `${folder}/${path}`, maxBytes: bytes.length, onChunk },
    isEqual: () => hasEqualChunks && length === bytes.length
  }
}
