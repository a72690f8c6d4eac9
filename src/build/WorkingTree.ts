import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import { isSource, largestSource, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The sources as they stand on disk, saved but perhaps not committed. */
export const readWorkingTree = Effect.fnUntraced(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const found: Array<SourceEntry> = []

  const readFolder: (folder: string) => Effect.Effect<void, PlatformError> = Effect.fnUntraced(function* (folder) {
    for (const entry of yield* fs.readDirectoryEntries(paths.join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.name.startsWith(".")) continue
      if (entry.type === "SymbolicLink") found.push({ _tag: "Link", path })
      else if (entry.type === "Directory") yield* readFolder(path)
      else if (isSource(path)) found.push(yield* readFile(path))
    }
  })

  const readFile = Effect.fnUntraced(function* (path: string) {
    const absolute = paths.join(root, path)
    const size = Number((yield* fs.stat(absolute)).size)
    return size > largestSource
      ? ({ _tag: "TooLarge", path, size } as const)
      : ({ _tag: "File", path, bytes: yield* fs.readFile(absolute) } as const)
  })

  yield* readFolder("")
  const tree: SourceTree = found
  return tree
})
