import { setOwnProperty } from "../OwnProperty.ts"
import {
  canStartPlain,
  closingBrace,
  closingBracket,
  colon,
  comma,
  isBlank,
  isFlowIndicator,
  lineFeed,
  minus,
  numberSign,
  openingBrace,
  openingBracket,
  space,
  trimSpaces
} from "./PlainCharacters.ts"
import { reject, skipComment, type PlainCursor } from "./PlainCursor.ts"
import { findClosingQuote, isQuote, resolveQuoted } from "./PlainQuotes.ts"
import { resolvePlain } from "./PlainScalar.ts"

/**
 * Reads a list or map in brackets, from its opening to behind its closing bracket. `indent` is that of the collection
 * around it, or -1 at the root. Pairs in lists, missing entries and texts of several lines are rejected.
 */
export const readFlow = (cursor: PlainCursor, indent: number): unknown => readCollection(cursor, { indent, level: 1 })

interface FlowContext {
  readonly indent: number
  readonly level: number
}

const readCollection = (cursor: PlainCursor, context: FlowContext): unknown => {
  cursor.enter()
  const isMap = cursor.text.charCodeAt(cursor.position) === openingBrace
  cursor.position += 1
  const value = isMap ? readMap(cursor, context) : readList(cursor, context)
  cursor.position += 1
  cursor.leave()
  return value
}

const readList = (cursor: PlainCursor, context: FlowContext): ReadonlyArray<unknown> => {
  const list: Array<unknown> = []
  while (nextEntry(cursor, context, closingBracket, list.length === 0)) {
    list.push(readValue(cursor, context))
  }
  return list
}

const readMap = (cursor: PlainCursor, context: FlowContext): Readonly<Record<string, unknown>> => {
  const map: Record<string, unknown> = {}
  let isFirst = true
  while (nextEntry(cursor, context, closingBrace, isFirst)) {
    isFirst = false
    const key = readScalar(cursor)
    if (typeof key !== "string" || key === "<<" || Object.hasOwn(map, key)) return reject()
    if (cursor.text.charCodeAt(cursor.position) !== colon) return reject()
    cursor.position += 1
    skipGap(cursor, context)
    setOwnProperty(map, key, readValue(cursor, context))
  }
  return map
}

/** Moves to the next entry, or to the closing bracket. */
const nextEntry = (cursor: PlainCursor, context: FlowContext, closing: number, isFirst: boolean): boolean => {
  let code = skipGap(cursor, context)
  if (!isFirst && code !== closing) {
    if (code !== comma) return reject()
    cursor.position += 1
    code = skipGap(cursor, context)
  }
  return code !== closing
}

const readValue = (cursor: PlainCursor, context: FlowContext): unknown => {
  const code = cursor.text.charCodeAt(cursor.position)
  return code === openingBracket || code === openingBrace
    ? readCollection(cursor, { indent: context.indent, level: context.level + 1 })
    : readScalar(cursor)
}

const readScalar = (cursor: PlainCursor): unknown => {
  const { position, text } = cursor
  const code = text.charCodeAt(position)
  if (isQuote(code)) {
    const closing = findClosingQuote(text, position)
    cursor.position = closing + 1
    return text.slice(position, closing).includes("\n") ? reject() : resolveQuoted(text, position, closing)
  }
  const next = text.charCodeAt(position + 1)
  if (!canStartPlain(code, next) || (code === minus && isFlowIndicator(next))) return reject()
  const end = findPlainEnd(text, position)
  cursor.position = end
  return resolvePlain(text.slice(position, trimSpaces(text, end)))
}

/** Skips spaces, line breaks and comments, and returns the character behind them. */
const skipGap = (cursor: PlainCursor, { indent, level }: FlowContext): number => {
  const { text } = cursor
  let { position } = cursor
  let lineStart = -1
  for (;;) {
    const code = text.charCodeAt(position)
    if (code === numberSign) {
      if (text.charCodeAt(position - 1) !== space && position !== lineStart) return reject()
      position = skipComment(text, position)
    } else if (code === lineFeed) {
      position += 1
      lineStart = position
      if (position === text.length) return reject()
    } else if (code === space) position += 1
    else {
      cursor.position = position
      if (lineStart >= 0 && !isIndented(position - lineStart, code, indent, level)) return reject()
      return code
    }
  }
}

/** True if a line belongs to the collection. Only the last bracket may be as far left as the key of the collection. */
const isIndented = (column: number, code: number, indent: number, level: number): boolean =>
  indent >= 0 &&
  (column > indent || (column === indent && level === 1 && (code === closingBracket || code === closingBrace)))

const findPlainEnd = (text: string, start: number): number => {
  let position = start
  for (;;) {
    const code = text.charCodeAt(position)
    if (code === lineFeed || isFlowIndicator(code)) return position
    if (code === colon) {
      const next = text.charCodeAt(position + 1)
      if (isBlank(next) || isFlowIndicator(next)) return position
    } else if (code === numberSign && text.charCodeAt(position - 1) === space) return position
    position += 1
  }
}
