import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** An index of the bytes of `licenses.json`, from which lists of some licenses are assembled. */
export interface LicenseEntries {
  /** The bytes before the first entry. */
  readonly prefix: Uint8Array
  /** By code, in the order of the list. */
  readonly entries: ReadonlyMap<string, Uint8Array>
  /** The bytes after the count, beginning with a comma. */
  readonly suffix: Uint8Array
}

/**
 * Indexes the bytes of `licenses.json` without copying them. `undefined` unless they are `{…"licenses":[…],"count":N,…}`,
 * compact, with a unique code in each entry, and assemble to the same bytes again. Yields to requests in between.
 */
export const indexLicenseEntries = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = startOfList(buffer)
  if (first === undefined) return undefined

  const entries = new Map<string, Uint8Array>()
  let end = first
  while (buffer[end] === openBrace) {
    const start = end
    end = endOfObject(buffer, start)
    const entry = buffer.subarray(start, end)
    const decoded = decodeEntry(entry.toString("utf8"))
    if (Result.isFailure(decoded) || entries.has(decoded.success.code)) return undefined
    entries.set(decoded.success.code, entry)
    if (entries.size % yieldInterval === 0) yield* Effect.yieldNow
    if (buffer[end] === comma) end += 1
    else break
  }
  const count = Buffer.from(`],"count":${entries.size}`)
  const suffix = buffer.subarray(end + count.length)
  const index: LicenseEntries = { prefix: buffer.subarray(0, first), entries, suffix }
  const isSound = buffer.subarray(end, end + count.length).equals(count) && suffix[0] === comma
  // A comma after the last entry would be lost.
  return isSound && (entries.size === 0 || buffer[end - 1] === closeBrace) ? index : undefined
})

/** Entries between two yields: one or two milliseconds of work. */
const yieldInterval = 50

/** Assembles the list of the given licenses from the stored bytes of all. */
export const assembleLicenseList = (
  { entries, prefix, suffix }: LicenseEntries,
  codes: ReadonlyArray<string>
): Uint8Array => {
  const kept = codes.flatMap((code) => entries.get(code) ?? [])
  const separated = kept.flatMap((entry, index) => (index === 0 ? [entry] : [separator, entry]))
  return Buffer.concat([prefix, ...separated, Buffer.from(`],"count":${kept.length}`), suffix])
}

const separator = Buffer.from(",")

const decodeEntry = Schema.decodeResult(Schema.fromJsonString(Schema.Struct({ code: Schema.String })))

const byteOf = (character: string): number => character.charCodeAt(0)
const openBrace = byteOf("{")
const closeBrace = byteOf("}")
const openBracket = byteOf("[")
const closeBracket = byteOf("]")
const quote = byteOf('"')
const backslash = byteOf("\\")
const comma = byteOf(",")

/** The position of the first entry. The list is a top-level member, after texts with any content. */
const startOfList = (buffer: Buffer): number | undefined => {
  if (buffer[0] !== openBrace) return undefined
  let at = 1
  while (at < buffer.length) {
    if (buffer.subarray(at, at + listKey.length).equals(listKey)) return at + listKey.length
    at = endOfMember(buffer, at)
  }
  return undefined
}

const listKey = Buffer.from('"licenses":[')

/** The position after the comma that ends a top-level member. */
const endOfMember = (buffer: Buffer, start: number): number => {
  let at = start
  while (at < buffer.length && buffer[at] !== comma) at = endOfToken(buffer, at)
  return at + 1
}

const endOfToken = (buffer: Buffer, at: number): number => {
  switch (buffer[at]) {
    case quote:
      return endOfText(buffer, at)
    case openBrace:
    case openBracket:
      return endOfObject(buffer, at)
    default:
      return at + 1
  }
}

/** The position after the bracket that closes the one at `start`. In UTF-8, no other character contains these bytes. */
const endOfObject = (buffer: Buffer, start: number): number => {
  let at = start
  let depth = 0
  do {
    const byte = buffer[at]
    if (byte === quote) {
      at = endOfText(buffer, at)
      continue
    }
    if (byte === openBrace || byte === openBracket) depth += 1
    if (byte === closeBrace || byte === closeBracket) depth -= 1
    at += 1
  } while (depth > 0 && at < buffer.length)
  return at
}

const endOfText = (buffer: Buffer, start: number): number => {
  let at = start + 1
  while (at < buffer.length && buffer[at] !== quote) at += buffer[at] === backslash ? 2 : 1
  return at + 1
}
