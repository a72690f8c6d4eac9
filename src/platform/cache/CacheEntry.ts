import { randomInt } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { sha256 } from "../Sha256.ts"
import { quietly } from "./Quietly.ts"

/** Texts that were stored together. Each is read when it is used, and only if its bytes are those that were stored. */
export interface CacheEntry {
  /** The digests of the texts. */
  readonly digests: ReadonlyArray<string>
  readonly textAt: (index: number) => string | undefined
}

/**
 * Reads an entry. Returns `undefined` if it is missing, incomplete or altered, was written under another name, or
 * belongs to another user, who could have written anything into it.
 */
export const readEntry = (file: string): CacheEntry | undefined =>
  quietly(() => {
    const end = readEnd(file)
    const [digest, length] = end.bytes.toString("latin1", end.bytes.length - trailerBytes).split(" ")
    const headerStart = end.bytes.length - trailerBytes - Number(length)
    const header = end.bytes.toString("utf8", headerStart, end.bytes.length - trailerBytes)
    if (headerStart < 0 || digestOf(file, header) !== digest) return undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the digest shows that this program wrote it
    const parts = JSON.parse(header) as ReadonlyArray<Part>
    const offsets = offsetsOf(parts)
    return {
      digests: parts.map(([, partDigest]) => partDigest),
      textAt: (index) =>
        quietly(() => {
          const [size = 0, partDigest] = parts[index] ?? []
          const from = offsets[index] ?? 0
          const part =
            from >= end.start
              ? end.bytes.subarray(from - end.start, from - end.start + size)
              : readRange(file, () => [from, size]).bytes
          return sha256(part) === partDigest ? part.toString() : undefined
        })
    }
  })

/** Writes an entry, which appears complete or not at all. Returns the digests of its texts. */
export const writeEntry = (file: string, texts: Iterable<string>): ReadonlyArray<string> => {
  const temporary = `${file}.${randomInt(maxRandom)}`
  try {
    const parts = writeParts(temporary, texts, (header) => digestOf(file, header))
    renameSync(temporary, file)
    return parts.map(([, digest]) => digest)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Writes the texts one after the other, so that no more than one of them has to be in memory, and then what they are. */
const writeParts = (file: string, texts: Iterable<string>, digest: (header: string) => string): ReadonlyArray<Part> => {
  const descriptor = openSync(file, "wx", 0o600)
  try {
    const parts: Array<Part> = []
    for (const text of texts) {
      writeFileSync(descriptor, text)
      parts.push([Buffer.byteLength(text), sha256(text)])
    }
    const header = JSON.stringify(parts)
    writeFileSync(
      descriptor,
      `${header}${digest(header)} ${String(Buffer.byteLength(header)).padStart(lengthDigits, "0")}`
    )
    return parts
  } finally {
    closeSync(descriptor)
  }
}

/** The name is the key: an entry under another name would answer what was never asked. */
const digestOf = (file: string, header: string): string => sha256(`${basename(file)}\n${header}`)

/** The number of bytes and the digest of a text. */
type Part = readonly [bytes: number, digest: string]

const lengthDigits = 10

/** The digest of the name and the header, and the length of the header. */
const trailerBytes = 64 + 1 + lengthDigits

/** Enough for most entries as a whole. */
const chunkBytes = 128 * 1024

const maxRandom = 2 ** 48 - 1

const offsetsOf = (parts: ReadonlyArray<Part>): ReadonlyArray<number> => {
  let offset = 0
  return parts.map(([bytes]) => {
    offset += bytes
    return offset - bytes
  })
}

// A pipe in the place of an entry would block, and a link could lead anywhere.
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

interface Range {
  /** The position of the first byte in the file. */
  readonly start: number
  readonly bytes: Buffer
}

/** The end of a file, with the whole header. */
const readEnd = (file: string): Range => {
  const end = readRange(file, (size) => [Math.max(0, size - chunkBytes), chunkBytes])
  const needed = trailerBytes + Number(end.bytes.toString("latin1", end.bytes.length - lengthDigits))
  return needed > end.bytes.length && end.start > 0
    ? readRange(file, (size) => [Math.max(0, size - needed), needed])
    : end
}

const readRange = (file: string, rangeOf: (size: number) => readonly [start: number, bytes: number]): Range => {
  const descriptor = openSync(file, flags)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid())) {
      throw new RangeError(`${file} is not an entry of this user`)
    }
    const [start, bytes] = rangeOf(stats.size)
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(bytes, stats.size - start)))
    return { start, bytes: buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, start)) }
  } finally {
    closeSync(descriptor)
  }
}
