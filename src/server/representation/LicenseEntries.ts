import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The list of all licenses, cut so that the list of some of them can be joined from its bytes. */
export interface LicenseEntries {
  /** Everything before the first entry. */
  readonly prefix: Uint8Array
  /** By code, in the order of the list. */
  readonly entries: ReadonlyMap<string, Uint8Array>
  /** What follows the count, from its comma on. */
  readonly suffix: Uint8Array
}

/**
 * Cuts the bytes of `licenses.json` into views of them. Nothing where they are not `{…"licenses":[…],"count":N,…}`,
 * compact and with a code in each entry, or where the pieces would not join to the very same bytes again. Requests are
 * answered in between.
 */
export const cutLicenses = Effect.fnUntraced(function* (bytes: Uint8Array) {
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
    if (entries.size % cutAtOnce === 0) yield* Effect.yieldNow
    if (buffer[end] === comma) end += 1
    else break
  }
  const count = Buffer.from(`],"count":${entries.size}`)
  const suffix = buffer.subarray(end + count.length)
  const cut: LicenseEntries = { prefix: buffer.subarray(0, first), entries, suffix }
  const sound = buffer.subarray(end, end + count.length).equals(count) && suffix[0] === comma
  // A comma after the last entry would be lost.
  return sound && (entries.size === 0 || buffer[end - 1] === closeBrace) ? cut : undefined
})

/** A millisecond's work or two. */
const cutAtOnce = 50

const decodeEntry = Schema.decodeResult(Schema.fromJsonString(Schema.Struct({ code: Schema.String })))

const bytesOf = (character: string): number => character.charCodeAt(0)
const openBrace = bytesOf("{")
const closeBrace = bytesOf("}")
const openBracket = bytesOf("[")
const closeBracket = bytesOf("]")
const quote = bytesOf('"')
const backslash = bytesOf("\\")
const comma = bytesOf(",")

/** Where the first entry would begin. The list stands at the top level of the body, behind texts that may say anything. */
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

/** Past the comma that ends a member of the outermost object. */
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

/** Past the bracket that closes the one at `start`. In UTF-8 no byte of another character looks like one of these. */
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
