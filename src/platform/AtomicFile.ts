import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { systemError, type PlatformError } from "effect/PlatformError"
import { toPlatformError } from "./RegularFiles.ts"

/** A user and group, by number. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

export interface Ownership {
  readonly mode?: number
  /** The owner of the file; by default the user of this process. */
  readonly owner?: Owner | undefined
}

/** The bytes of a file, in pieces that follow each other: a copy of a large file takes as long as writing it. */
type Pieces = Uint8Array | ReadonlyArray<Uint8Array>

/** Writes a new file and returns when its bytes are on disk. Owner and mode are set before the first byte is written. */
export const writeNewFile = Effect.fnUntraced(function* (path: string, bytes: Pieces, ownership: Ownership = {}) {
  const fs = yield* FileSystem.FileSystem
  const { mode } = ownership
  yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(path, { flag: "wx", ...(mode === undefined ? {} : { mode }) })
      if (mode !== undefined || ownership.owner !== undefined) yield* setOwnership(path, ownership)
      const pieces = bytes instanceof Uint8Array ? [bytes] : bytes
      const write = Effect.forEach(pieces, (piece) => file.writeAll(piece), { discard: true })
      yield* Effect.mapError(Effect.andThen(write, file.sync), withPath(path))
    })
  )
})

/** Flushes the names in a folder to disk. Without this, a power failure may undo a rename. */
export const syncFolder = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.scoped(
    Effect.flatMap(fs.open(path, { flag: "r" }), (folder) => Effect.mapError(folder.sync, withPath(path)))
  )
})

/**
 * Replaces a file in one step: a reader sees the old bytes or the new ones, also after a crash. The caller holds a lock,
 * so a temporary file of the same name is left from a process that crashed.
 */
export const replaceFile = Effect.fnUntraced(function* (path: string, bytes: Pieces, ownership?: Ownership) {
  const fs = yield* FileSystem.FileSystem
  const folder = dirname(path)
  const temporary = join(folder, `${temporaryPrefix}${basename(path)}`)
  yield* fs.remove(temporary, { force: true })
  yield* Effect.onError(
    Effect.andThen(writeNewFile(temporary, bytes, ownership), fs.rename(temporary, path)),
    // Otherwise it would occupy the rest of a full disk.
    () => Effect.ignore(fs.remove(temporary, { force: true }))
  )
  yield* syncFolder(folder)
})

/** The prefix of unfinished files. Nothing reads them, and the next process that holds the lock removes them. */
export const temporaryPrefix = ".tmp-"

/** Adds the path to an error of an open file, which names only its number. */
const withPath =
  (path: string) =>
  (error: PlatformError): PlatformError => {
    const { reason } = error
    if (reason._tag === "BadArgument") return error
    const { _tag, cause, method, module } = reason
    return systemError({ _tag, module, method, cause, pathOrDescriptor: path })
  }

const setOwnership = (path: string, { mode, owner }: Ownership) =>
  Effect.tryPromise({
    try: async () => {
      // Never through a link that replaced the file: another user may own the folder.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const { gid, nlink, uid } = await file.stat()
        if (owner !== undefined && nlink === 1 && (uid !== owner.uid || gid !== owner.gid)) {
          await file.chown(owner.uid, owner.gid)
        }
        // Includes the bits that the umask of this process removed.
        if (mode !== undefined) await file.chmod(mode)
      } finally {
        await file.close()
      }
    },
    catch: toPlatformError(path)
  })
