import { randomInt } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { sha256 } from "../Sha256.ts"
import { quietly } from "./Quietly.ts"

/** Texts that were stored together. Each is read when it is used, and only if its bytes are those that were stored. */
export interface CacheEntry {
  /** The digests of the texts. */
  readonly digests: ReadonlyArray<string>
  readonly textAt: (index: number) => string | undefined
}

/**
 * Reads an entry. Returns `undefined` if it is missing, incomplete or altered, or belongs to another user, who could
 * have written anything into it.
 */
export const readEntry = (file: string): CacheEntry | undefined =>
  quietly(() => {
    const start = readRange(file, 0, chunkBytes)
    const end = start.indexOf(lineFeed)
    const [digest, length] = start.toString("latin1", 0, end).split(" ")
    const bytes = Number(length)
    const body = end + 1 + bytes
    const header = (body <= start.length ? start.subarray(end + 1, body) : readRange(file, end + 1, bytes)).toString()
    if (sha256(header) !== digest) return undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the digest shows that this program wrote it
    const parts = JSON.parse(header) as ReadonlyArray<Part>
    const offsets = offsetsOf(parts, body)
    return {
      digests: parts.map(([, partDigest]) => partDigest),
      textAt: (index) =>
        quietly(() => {
          const [size = 0, partDigest] = parts[index] ?? []
          const from = offsets[index] ?? 0
          const part = from + size <= start.length ? start.subarray(from, from + size) : readRange(file, from, size)
          return sha256(part) === partDigest ? part.toString() : undefined
        })
    }
  })

/** Writes an entry, which appears complete or not at all. Returns the digests of its texts. */
export const writeEntry = (file: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parts = texts.map((text): Part => [Buffer.byteLength(text), sha256(text)])
  const header = JSON.stringify(parts)
  const temporary = `${file}.${randomInt(maxRandom)}`
  try {
    const content = [`${sha256(header)} ${Buffer.byteLength(header)}\n${header}`, ...texts].join("")
    writeFileSync(temporary, content, { mode: 0o600, flag: "wx" })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  return parts.map(([, digest]) => digest)
}

/** The number of bytes and the digest of a text. */
type Part = readonly [bytes: number, digest: string]

const lineFeed = 10

/** Enough for most entries as a whole. */
const chunkBytes = 128 * 1024

const maxRandom = 2 ** 48 - 1

const offsetsOf = (parts: ReadonlyArray<Part>, first: number): ReadonlyArray<number> => {
  let offset = first
  return parts.map(([bytes]) => {
    offset += bytes
    return offset - bytes
  })
}

// A pipe in the place of an entry would block, and a link could lead anywhere.
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** The bytes of a range, or as many of them as the file has. */
const readRange = (file: string, from: number, bytes: number): Buffer => {
  const descriptor = openSync(file, flags)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || (process.getuid !== undefined && stats.uid !== process.getuid())) {
      throw new RangeError(`${file} is not an entry of this user`)
    }
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(bytes, stats.size - from)))
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from))
  } finally {
    closeSync(descriptor)
  }
}
