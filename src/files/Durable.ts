import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"

/** Writes a new file and returns once its bytes are on the disk. */
export const writeNew = Effect.fnUntraced(function* (path: string, bytes: Uint8Array, mode?: number) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(path, { flag: "wx", ...(mode === undefined ? {} : { mode }) })
      yield* file.writeAll(bytes)
      yield* file.sync
    })
  )
})

/** Makes the names in a folder durable: without it, a rename may be lost with the power. */
export const syncFolder = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.scoped(Effect.flatMap(fs.open(path, { flag: "r" }), (folder) => folder.sync))
})

/**
 * Replaces a file in one step: readers, and whoever comes after a crash, see the old bytes or the new ones. The caller
 * holds the lock of the folder, so a temporary file of the same name can only be a dead run's.
 */
export const replace = Effect.fnUntraced(function* (path: string, bytes: Uint8Array, mode?: number) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = paths.dirname(path)
  const temporary = paths.join(folder, `${temporaryPrefix}${paths.basename(path)}`)
  yield* fs.remove(temporary, { force: true })
  yield* writeNew(temporary, bytes, mode)
  yield* fs.rename(temporary, path)
  yield* syncFolder(folder)
})

/** Names beginning so are unfinished work: nothing reads them, and the next run that holds the lock removes them. */
export const temporaryPrefix = ".tmp-"
