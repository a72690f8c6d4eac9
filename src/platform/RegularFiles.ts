import { close, closeSync, constants, fstat, open, openSync, read, readFile, readSync, stat } from "node:fs"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { systemError, type PlatformError, type SystemErrorTag } from "effect/PlatformError"

/** A file, and where its bytes go, piece by piece. A piece holds only while it is shown. */
export interface Reading {
  readonly path: string
  /** Reading ends with the piece that goes further than this: enough to tell a file that is too long. */
  readonly most: number
  readonly show: (piece: Uint8Array) => void
}

/**
 * Reads plain files, and gives back how many bytes of each were shown. Never follows a link or waits for a pipe. Fails
 * with `NotFound`, and with `BadResource` for what is no plain file; the error names the path.
 */
export type ReadPlainFiles = (files: ReadonlyArray<Reading>) => Effect.Effect<ReadonlyArray<number>, PlatformError>

/**
 * Reads without ever leaving the thread, at a fraction of the cost of asking another one for each step. The process
 * does nothing else meanwhile, so this is for a server that does not serve yet.
 */
export const readingAtOnce = (): ReadPlainFiles => {
  const buffer = Buffer.allocUnsafeSlow(largestPiece)
  return (files) =>
    Effect.suspend(() => {
      const lengths: Array<number> = []
      for (const file of files) {
        try {
          lengths.push(readAtOnce(file, buffer))
        } catch (cause) {
          return Effect.fail(asPlatformError(file.path)(cause))
        }
      }
      return Effect.succeed(lengths)
    })
}

/** Reads in the background, so that requests are answered meanwhile, however slow the disk is. */
export const readingBesideRequests: ReadPlainFiles = (files) =>
  Effect.forEach(
    files,
    (file) => Effect.tryPromise({ try: () => readInBackground(file), catch: asPlatformError(file.path) }),
    { concurrency: filesAtOnce }
  )

/**
 * The bytes of one file, which a link may lead to. It does not wait for a pipe, but fails with `BadResource` for what is
 * no plain file, and with `NotFound`.
 */
export const readPlainFile = (path: string): Effect.Effect<Uint8Array, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      const file = await opened(path, flags & ~constants.O_NOFOLLOW)
      try {
        return (await fileStatOf(file)).isFile() ? await wholeOf(file) : undefined
      } finally {
        await closed(file)
      }
    },
    catch: asPlatformError(path)
  }).pipe(
    Effect.filterOrFail(
      (bytes) => bytes !== undefined,
      () => notPlain(path)
    )
  )

/**
 * A text that differs whenever the file does. Fails with `NotFound`, and with `BadResource` for a file that another took
 * the place of, which a mount of that one file goes on to show.
 */
export const revisionOf = (path: string): Effect.Effect<string, PlatformError> =>
  Effect.tryPromise({
    try: async () => {
      // Effect's own counts in milliseconds, in which a file may change twice.
      let found = await statOf(path, { bigint: true })
      // It may have been replaced between finding its name and looking at it.
      if (found.nlink === 0n) found = await statOf(path, { bigint: true })
      const { ctimeNs, dev, ino, mtimeNs, nlink, size } = found
      return nlink === 0n ? undefined : [dev, ino, size, mtimeNs, ctimeNs].join(" ")
    },
    catch: asPlatformError(path)
  }).pipe(
    Effect.filterOrFail(
      (revision) => revision !== undefined,
      () =>
        systemError({
          _tag: "BadResource",
          module: "FileSystem",
          method: "stat",
          pathOrDescriptor: path,
          description: "it was replaced, and this mount still shows the old file. Mount its folder instead"
        })
    )
  )

const readAtOnce = ({ most, path, show }: Reading, buffer: Buffer): number => {
  const file = openSync(path, flags)
  try {
    let total = 0
    let length: number
    do {
      length = readSync(file, buffer)
      if (length > 0) show(buffer.subarray(0, length))
      total += length
    } while (goesOn(length, buffer, total, most))
    return total
  } finally {
    closeSync(file)
  }
}

const readInBackground = async ({ most, path, show }: Reading): Promise<number> => {
  const buffer = Buffer.allocUnsafeSlow(Math.min(most + 1, largestPiece))
  const file = await opened(path, flags)
  try {
    let total = 0
    let length: number
    do {
      length = (await readInto(file, buffer, 0, buffer.length, null)).bytesRead
      if (length > 0) show(buffer.subarray(0, length))
      total += length
    } while (goesOn(length, buffer, total, most))
    return total
  } finally {
    await closed(file)
  }
}

/** A piece that does not fill the buffer is the last one; where it leaves the file too short, that is made sure of. */
const goesOn = (length: number, buffer: Buffer, total: number, most: number): boolean =>
  length > 0 && total <= most && (length === buffer.length || total < most)

const filesAtOnce = 8

// The promises of `node:fs/promises` cost several times as much, for each file is an object with a life of its own.
const opened = promisify(open)
const readInto = promisify(read)
const closed = promisify(close)
const statOf = promisify(stat)
const fileStatOf = promisify(fstat)
const wholeOf = promisify(readFile)

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Hashing a piece takes less than a millisecond. */
const largestPiece = 262_144

const notPlain = (path: string): PlatformError =>
  systemError({
    _tag: "BadResource",
    module: "FileSystem",
    method: "open",
    pathOrDescriptor: path,
    description: "it is no plain file"
  })

/** What the system refused about a path, in the form in which Effect's own file system says it. */
export const asPlatformError =
  (path: string) =>
  (cause: unknown): PlatformError =>
    systemError({
      _tag: tags.get(cause instanceof Error && "code" in cause ? cause.code : undefined) ?? "Unknown",
      module: "FileSystem",
      method: "open",
      pathOrDescriptor: path,
      cause
    })

const tags: ReadonlyMap<unknown, SystemErrorTag> = new Map([
  ["ENOENT", "NotFound"],
  ["ENOTDIR", "NotFound"],
  ["EISDIR", "BadResource"],
  ["ELOOP", "BadResource"],
  ["ENXIO", "BadResource"],
  ["EACCES", "PermissionDenied"],
  ["EPERM", "PermissionDenied"]
])
