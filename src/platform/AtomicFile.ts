import { constants } from "node:fs"
import { open } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { systemError, type PlatformError } from "effect/PlatformError"
import type { Owner } from "./FileOwner.ts"
import { asPlatformError } from "./RegularFiles.ts"

export interface Ownership {
  readonly mode?: number
  /** Who the file is to belong to; otherwise whoever writes it. */
  readonly owner?: Owner | undefined
}

/** Writes a new file and returns once its bytes are on the disk. It belongs to whom it should before it holds a byte. */
export const writeNew = Effect.fnUntraced(function* (path: string, bytes: Uint8Array, ownership: Ownership = {}) {
  const fs = yield* FileSystem.FileSystem
  const { mode } = ownership
  yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(path, { flag: "wx", ...(mode === undefined ? {} : { mode }) })
      if (mode !== undefined || ownership.owner !== undefined) yield* give(path, ownership)
      yield* Effect.mapError(Effect.andThen(file.writeAll(bytes), file.sync), naming(path))
    })
  )
})

/** Makes the names in a folder durable: without it, a rename may be lost with the power. */
export const syncFolder = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.scoped(
    Effect.flatMap(fs.open(path, { flag: "r" }), (folder) => Effect.mapError(folder.sync, naming(path)))
  )
})

/**
 * Replaces a file in one step: readers, and whoever comes after a crash, see the old bytes or the new ones. The caller
 * holds the lock of the folder, so a temporary file of the same name can only be a dead run's.
 */
export const replace = Effect.fnUntraced(function* (path: string, bytes: Uint8Array, ownership?: Ownership) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = paths.dirname(path)
  const temporary = paths.join(folder, `${temporaryPrefix}${paths.basename(path)}`)
  yield* fs.remove(temporary, { force: true })
  yield* Effect.onError(
    Effect.andThen(writeNew(temporary, bytes, ownership), fs.rename(temporary, path)),
    // On a disk that is full it would take the room that is left.
    () => Effect.ignore(fs.remove(temporary, { force: true }))
  )
  yield* syncFolder(folder)
})

/** Names beginning so are unfinished work: nothing reads them, and the next run that holds the lock removes them. */
export const temporaryPrefix = ".tmp-"

/** What fails of an open file tells only its number. */
const naming =
  (path: string) =>
  (error: PlatformError): PlatformError => {
    const { reason } = error
    if (reason._tag === "BadArgument") return error
    const { _tag, cause, method, module } = reason
    return systemError({ _tag, module, method, cause, pathOrDescriptor: path })
  }

const give = (path: string, { mode, owner }: Ownership) =>
  Effect.tryPromise({
    try: async () => {
      // Never through a link that took the file's place: the folder may belong to somebody else.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const { gid, nlink, uid } = await file.stat()
        if (owner !== undefined && nlink === 1 && (uid !== owner.uid || gid !== owner.gid)) {
          await file.chown(owner.uid, owner.gid)
        }
        // What the process's mask took away as well.
        if (mode !== undefined) await file.chmod(mode)
      } finally {
        await file.close()
      }
    },
    catch: asPlatformError(path)
  })
