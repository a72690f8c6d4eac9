import { readBlockScalar } from "./PlainBlockScalar.ts"
import {
  canStartPlain,
  colon,
  greaterThan,
  lineFeed,
  numberSign,
  openingBrace,
  openingBracket,
  skipSpaces,
  trimSpaces,
  verticalBar
} from "./PlainCharacters.ts"
import { reject, type PlainCursor } from "./PlainCursor.ts"
import { readFlow } from "./PlainFlow.ts"
import { areLinesIndented, foldLines } from "./PlainFolding.ts"
import { findClosingQuote, isQuote, resolveQuoted } from "./PlainQuotes.ts"
import { resolvePlain } from "./PlainScalar.ts"

/** Reads a value that does not start a block collection, and is not a key. */
export const readInline = (cursor: PlainCursor, indent: number): unknown => {
  const { position, text } = cursor
  const code = text.charCodeAt(position)
  if (code === verticalBar || code === greaterThan) return readBlockScalar(cursor, indent)
  const value = canStartPlain(code, text.charCodeAt(position + 1))
    ? readPlainScalar(cursor, indent)
    : isQuote(code)
      ? readQuotedScalar(cursor, indent)
      : code === openingBracket || code === openingBrace
        ? readFlow(cursor, indent)
        : reject()
  cursor.endLine()
  return value
}

const readPlainScalar = (cursor: PlainCursor, indent: number): unknown => {
  const { position, text } = cursor
  let end = cursor.findPlainEnd(position)
  let isFolded = false
  for (;;) {
    if (text.charCodeAt(end) === colon) return reject()
    const next = text.charCodeAt(end) === lineFeed ? findContinuation(text, end, indent) : -1
    if (next < 0) break
    isFolded = true
    end = cursor.findPlainEnd(next)
  }
  cursor.position = end
  const source = text.slice(position, trimSpaces(text, end))
  return isFolded ? foldLines(source) : resolvePlain(source)
}

/** The first character of the next line that continues a scalar without quotes, or -1 if the scalar has ended. */
const findContinuation = (text: string, lineEnd: number, indent: number): number => {
  let start = lineEnd + 1
  while (start < text.length) {
    const first = skipSpaces(text, start)
    const code = text.charCodeAt(first)
    if (code !== lineFeed) return code !== numberSign && first - start > indent ? first : -1
    start = first + 1
  }
  return -1
}

const readQuotedScalar = (cursor: PlainCursor, indent: number): string => {
  const { position, text } = cursor
  const closing = findClosingQuote(text, position)
  if (!areLinesIndented(text, position, closing, indent)) return reject()
  cursor.position = closing + 1
  return resolveQuoted(text, position, closing)
}
