import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { isHidden, isSource, largestSource, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The folder of the sources is not there; most often a command was started in another place than was meant. */
export class NoSourceFolder extends Schema.TaggedError<NoSourceFolder>()("NoSourceFolder", { folder: Schema.String }) {
  override get message() {
    return `There is no folder ${this.folder}. Name the folder of the sources with --src.`
  }
}

/** The sources as they stand on disk, saved but perhaps not committed. */
export const readWorkingTree = Effect.fnUntraced(function* (root: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path

  const readFolder: (folder: string) => Effect.Effect<SourceTree, PlatformError> = Effect.fnUntraced(
    function* (folder) {
      const entries = yield* fs.readDirectoryEntries(paths.join(root, folder))
      return (yield* Effect.forEach(entries, (entry) => readEntry(folder, entry), { concurrency: 16 })).flat()
    }
  )

  const readEntry = Effect.fnUntraced(function* (folder: string, { name, type }: FileSystem.DirectoryEntry) {
    const path = folder === "" ? name : `${folder}/${name}`
    if (isHidden(name)) return []
    if (type === "SymbolicLink") return [{ _tag: "Link", path } satisfies SourceEntry]
    if (type === "Directory") return yield* readFolder(path)
    if (!isSource(path)) return []
    // Opening a pipe would wait for whoever writes to it.
    return [type === "File" ? yield* readFile(path) : ({ _tag: "NotAFile", path } satisfies SourceEntry)]
  })

  const readFile = Effect.fnUntraced(function* (path: string) {
    const absolute = paths.join(root, path)
    const size = Number((yield* fs.stat(absolute)).size)
    return size > largestSource
      ? ({ _tag: "TooLarge", path, size } as const)
      : ({ _tag: "File", path, bytes: yield* fs.readFile(absolute) } as const)
  })

  if (!(yield* fs.exists(root))) return yield* new NoSourceFolder({ folder: paths.resolve(root) })
  return yield* readFolder("")
})
