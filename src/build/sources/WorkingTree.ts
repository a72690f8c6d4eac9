import { statSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { quietly } from "../../platform/Quietly.ts"
import { isNearSource } from "./NearSources.ts"
import { isHidden, isSource, maxSourceBytes, type SourceEntry, type SourceTree } from "./SourceTree.ts"

/** The source folder does not exist, most often because the command ran in the wrong folder. */
export class SourceFolderNotFound extends Schema.TaggedError<SourceFolderNotFound>()("SourceFolderNotFound", {
  folder: Schema.String
}) {
  override get message() {
    return `The source folder ${this.folder} does not exist. Set it with --src.`
  }
}

/** Reads the sources from disk, committed or not. */
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
    if (!isSource(path)) return isNearSource(path) ? [{ _tag: "NearSource", path } satisfies SourceEntry] : []
    // Opening a pipe would block until a process writes to it.
    return [type === "File" ? yield* readFile(path) : ({ _tag: "NotAFile", path } satisfies SourceEntry)]
  })

  const readFile = Effect.fnUntraced(function* (path: string) {
    const absolute = paths.join(root, path)
    // The service makes three dates of each file, which takes longer than reading it. It still explains every failure.
    const size = quietly(() => statSync(absolute).size) ?? Number((yield* fs.stat(absolute)).size)
    return size > maxSourceBytes
      ? ({ _tag: "TooLarge", path, size } as const)
      : ({ _tag: "File", path, bytes: yield* fs.readFile(absolute) } as const)
  })

  if (!(yield* fs.exists(root))) return yield* new SourceFolderNotFound({ folder: paths.resolve(root) })
  return yield* readFolder("")
})
