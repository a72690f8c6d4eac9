import { close, closeSync, constants, fstat, open, openSync, read, readFile, readSync, stat } from "node:fs"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { systemError, type PlatformError, type SystemErrorTag } from "effect/PlatformError"
import * as Result from "effect/Result"

/** A file to read in chunks. */
export interface FileRead {
  readonly path: string
  /** Reading stops after the chunk that exceeds this, so that the caller can detect a file that is too long. */
  readonly maxBytes: number
  /** The chunk is valid only during the call. */
  readonly onChunk: (chunk: Uint8Array) => void
}

/**
 * Reads regular files and returns the number of bytes read of each. Never follows a link or waits for a pipe. Fails with
 * `NotFound`, or with `BadResource` for anything but a regular file. The error names the path.
 */
export type ReadRegularFiles = (files: ReadonlyArray<FileRead>) => Effect.Effect<ReadonlyArray<number>, PlatformError>

/**
 * Makes a reader that blocks the thread, at a fraction of the cost of a thread pool. For a server that does not serve
 * yet.
 */
export const makeSyncReader = (): ReadRegularFiles => {
  const buffer = Buffer.allocUnsafeSlow(maxChunkBytes)
  return (files) =>
    Effect.suspend(() => {
      const lengths: Array<number> = []
      for (const file of files) {
        try {
          lengths.push(readSynchronously(file, buffer))
        } catch (cause) {
          return Effect.fail(toPlatformError(file.path)(cause))
        }
      }
      return Effect.succeed(lengths)
    })
}

/** Reads in the thread pool, so that the server answers requests meanwhile, however slow the disk is. */
export const readFilesInBackground: ReadRegularFiles = (files) =>
  Effect.forEach(
    files,
    (file) => Effect.tryPromise({ try: () => readInBackground(file), catch: toPlatformError(file.path) }),
    { concurrency: maxOpenFiles }
  )

/**
 * Reads one file, following links. Fails with `NotFound`, or with `BadResource` for anything but a regular file, instead
 * of waiting for a pipe.
 */
export const readRegularFile = (path: string): Effect.Effect<Uint8Array, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const file = await openFile(path, flags & ~constants.O_NOFOLLOW)
      try {
        const found = await statFile(file)
        if (!found.isFile()) return Result.fail(badResource(path, "open", "it is not a regular file"))
        if (found.size > maxFileBytes) {
          const problem = `it has ${found.size} bytes, and at most ${maxFileBytes} can be read`
          return Result.fail(badResource(path, "open", problem))
        }
        return Result.succeed<Uint8Array>(await readWholeFile(file))
      } finally {
        await closeFile(file)
      }
    },
    catch: toPlatformError(path)
  }).pipe(Effect.flatMap(Effect.fromResult))

/**
 * Returns a token that differs whenever the file does. Fails with `NotFound`, or with `BadResource` for a file that was
 * replaced while a mount of it still shows the old one.
 */
export const revisionOf = (path: string): Effect.Effect<string, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      // Effect's file system counts in milliseconds, in which a file may change twice.
      let found = await statPath(path, { bigint: true })
      // The file may have been replaced between the lookup of its name and its stat.
      if (found.nlink === 0n) found = await statPath(path, { bigint: true })
      const { ctimeNs, dev, ino, mtimeNs, nlink, size } = found
      return nlink === 0n ? undefined : [dev, ino, size, mtimeNs, ctimeNs].join(" ")
    },
    catch: toPlatformError(path)
  }).pipe(
    Effect.filterOrFail(
      (revision) => revision !== undefined,
      () =>
        badResource(path, "stat", "it was replaced, and this mount still shows the old file. Mount its folder instead")
    )
  )

const readSynchronously = ({ maxBytes, onChunk, path }: FileRead, buffer: Buffer): number => {
  const file = openSync(path, flags)
  try {
    let total = 0
    let length: number
    do {
      length = readSync(file, buffer)
      if (length > 0) onChunk(buffer.subarray(0, length))
      total += length
    } while (hasMore(length, buffer, total, maxBytes))
    return total
  } finally {
    closeSync(file)
  }
}

const readInBackground = async ({ maxBytes, onChunk, path }: FileRead): Promise<number> => {
  const buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes + 1, maxChunkBytes))
  const file = await openFile(path, flags)
  try {
    let total = 0
    let length: number
    do {
      length = (await readChunk(file, buffer, 0, buffer.length, null)).bytesRead
      if (length > 0) onChunk(buffer.subarray(0, length))
      total += length
    } while (hasMore(length, buffer, total, maxBytes))
    return total
  } finally {
    await closeFile(file)
  }
}

/** A chunk that does not fill the buffer is the last one, unless the file is still too short: then it is read again. */
const hasMore = (length: number, buffer: Buffer, total: number, maxBytes: number): boolean =>
  length > 0 && total <= maxBytes && (length === buffer.length || total < maxBytes)

const maxOpenFiles = 8

// `node:fs/promises` costs several times as much, since it makes a file handle for each file.
const openFile = promisify(open)
const readChunk = promisify(read)
const closeFile = promisify(close)
const statPath = promisify(stat)
const statFile = promisify(fstat)
const readWholeFile = promisify(readFile)

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Hashing a chunk takes less than a millisecond. */
const maxChunkBytes = 262_144

const badResource = (path: string, method: string, description: string): PlatformError =>
  systemError({ _tag: "BadResource", module: "FileSystem", method, pathOrDescriptor: path, description })

/** Node reads no larger file as a whole. */
const maxFileBytes = 2 ** 31 - 1

/** Converts an error of Node about a path to the form of Effect's file system. */
export const toPlatformError =
  (path: string) =>
  (cause: unknown): PlatformError => {
    const tag = tags.get(cause instanceof Error && "code" in cause ? cause.code : undefined)
    return systemError({
      _tag: tag ?? "Unknown",
      module: "FileSystem",
      method: "open",
      pathOrDescriptor: path,
      // The tag says it otherwise.
      ...(tag === undefined && cause instanceof Error ? { description: cause.message } : {}),
      cause
    })
  }

const tags: ReadonlyMap<unknown, SystemErrorTag> = new Map([
  ["ENOENT", "NotFound"],
  ["ENOTDIR", "NotFound"],
  ["EISDIR", "BadResource"],
  ["ELOOP", "BadResource"],
  ["ENXIO", "BadResource"],
  ["EACCES", "PermissionDenied"],
  ["EPERM", "PermissionDenied"]
])
