import { canStartPlain, colon, isBlank, space } from "./PlainCharacters.ts"
import { reject, type PlainCursor } from "./PlainCursor.ts"
import { findClosingQuote, isQuote, resolveQuoted } from "./PlainQuotes.ts"
import { resolvePlain } from "./PlainScalar.ts"

/** The colon behind the key at a position, or -1 if the line does not start with a key. */
export const findKeyEnd = (cursor: PlainCursor): number => {
  const { position: start, text } = cursor
  const code = text.charCodeAt(start)
  const end = isQuote(code)
    ? findClosingQuote(text, start) + 1
    : canStartPlain(code, text.charCodeAt(start + 1))
      ? cursor.findPlainEnd(start)
      : start
  return end > start && text.charCodeAt(end) === colon && isBlank(text.charCodeAt(end + 1)) ? end : -1
}

/** The key from the position to its colon. The same keys come again and again, and are remembered. */
export const readKey = (cursor: PlainCursor, end: number): string => {
  const { position: start, text } = cursor
  const slot = (end - start + text.charCodeAt(start)) & 63
  const known = cursor.keys[slot]
  if (known !== undefined && known.length === end - start && text.startsWith(known, start)) return known
  if (end - start > maxKeyLength) return reject()
  const source = text.slice(start, end)
  if (isQuote(text.charCodeAt(start))) return source.includes("\n") ? reject() : resolveQuoted(text, start, end - 1)
  const key = resolvePlain(source)
  if (typeof key !== "string" || key === "<<" || text.charCodeAt(end - 1) === space) return reject()
  cursor.keys[slot] = key
  return key
}

/** YAML allows 1,024 characters before the colon of a key. */
const maxKeyLength = 1000
