import { lstatSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { syncFolder, temporaryPrefix, writeNewFile } from "../../platform/AtomicFile.ts"
import { quietly } from "../../platform/Quietly.ts"
import type { SourceTree } from "./SourceTree.ts"

/** A source as it must be afterwards. Its path is relative to the source folder. */
export interface SourceWrite {
  readonly path: string
  readonly text: string
  /** The path from which the file moves, if that is another one. */
  readonly from?: string
}

/** A file that must not be written. Nothing was changed. */
export class SourceNotWritable extends Schema.TaggedError<SourceNotWritable>()("SourceNotWritable", {
  file: Schema.String,
  reason: Schema.Literals(["changed", "exists", "not-a-file"])
}) {
  override get message() {
    switch (this.reason) {
      case "changed":
        return `${this.file} has changed while the command ran, so nothing was written. Run the command again.`
      case "exists":
        return `${this.file} exists already, so nothing was written. Rename or remove it.`
      case "not-a-file":
        return `${this.file} is a link, or not a file, so nothing was written. Replace it by a file.`
    }
  }
}

/**
 * Writes sources, all or none: every file is on disk under a temporary name before the first one is replaced, and what was
 * replaced is restored if a later file cannot be. `tree` is what the command has read: a file that has changed since then
 * is not overwritten. Files keep their mode.
 */
export const writeSources = Effect.fnUntraced(function* (
  root: string,
  tree: SourceTree,
  writes: ReadonlyArray<SourceWrite>
) {
  const fs = yield* FileSystem.FileSystem
  const read = new Map(tree.map((entry) => [entry.path, entry]))
  const files = yield* Effect.forEach(writes, (write) => examine(root, read, write))
  const folders = [...new Set(files.map(({ target }) => dirname(target)))]
  yield* Effect.forEach(folders, (folder) => fs.makeDirectory(folder, { recursive: true }))
  const removeTemporaries = Effect.forEach(files, ({ temporary }) =>
    Effect.ignore(fs.remove(temporary, { force: true }))
  )
  const undo: Array<Effect.Effect<void, PlatformError>> = []
  const replaceAll = Effect.gen(function* () {
    for (const { bytes, mode, temporary } of files) {
      yield* fs.remove(temporary, { force: true })
      yield* writeNewFile(temporary, bytes, mode === undefined ? {} : { mode })
    }
    for (const { before, mode, source, target, temporary } of files) {
      if (source !== target && before !== undefined) {
        // First by name alone: where case does not count, both names are those of one file.
        yield* fs.rename(source, target)
        undo.push(fs.rename(target, source))
      }
      yield* fs.rename(temporary, target)
      undo.push(
        before === undefined ? fs.remove(target) : fs.writeFile(target, before, mode === undefined ? {} : { mode })
      )
    }
  })
  yield* replaceAll.pipe(
    Effect.onError(() => Effect.forEach(undo.toReversed(), (restore) => Effect.ignore(restore))),
    Effect.ensuring(removeTemporaries)
  )
  yield* Effect.forEach(folders, syncFolder)
})

interface FileToWrite {
  readonly source: string
  readonly target: string
  readonly temporary: string
  readonly bytes: Uint8Array
  readonly before: Uint8Array | undefined
  readonly mode: number | undefined
}

const examine = Effect.fnUntraced(function* (
  root: string,
  read: ReadonlyMap<string, SourceTree[number]>,
  { from, path, text }: SourceWrite
) {
  const fs = yield* FileSystem.FileSystem
  const [source, target] = [join(root, from ?? path), join(root, path)]
  const [folder, name] = [dirname(target), basename(target)]
  if (folder !== join(root, ".") && isOtherThanFolder(folder)) return yield* refuse(folder, "not-a-file")
  const known = read.get(from ?? path)
  const found = quietly(() => lstatSync(source))
  if (found !== undefined && !found.isFile()) return yield* refuse(source, "not-a-file")
  if (known === undefined && found !== undefined) return yield* refuse(source, "exists")
  const inTheWay = source === target ? undefined : quietly(() => lstatSync(target))
  // Where case does not count, two names may be those of one file.
  if (inTheWay !== undefined && inTheWay.ino !== found?.ino) return yield* refuse(target, "exists")
  const before = found === undefined ? undefined : yield* fs.readFile(source)
  const isUnchanged =
    known === undefined || (known._tag === "File" && before !== undefined && Buffer.compare(known.bytes, before) === 0)
  if (!isUnchanged) return yield* refuse(source, "changed")
  const file: FileToWrite = {
    source,
    target,
    temporary: join(folder, `${temporaryPrefix}${name}`),
    bytes: new TextEncoder().encode(text),
    before,
    mode: found === undefined ? undefined : found.mode & 0o7777
  }
  return file
})

const refuse = (file: string, reason: SourceNotWritable["reason"]) => new SourceNotWritable({ file, reason })

const isOtherThanFolder = (path: string): boolean => quietly(() => lstatSync(path).isDirectory()) === false
