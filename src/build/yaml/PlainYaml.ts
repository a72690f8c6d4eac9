import { readBlockScalar } from "./PlainBlockScalar.ts"
import {
  canStartPlain,
  colon,
  greaterThan,
  isBlank,
  lineFeed,
  minus,
  numberSign,
  openingBrace,
  openingBracket,
  skipSpaces,
  space,
  trimSpaces,
  verticalBar
} from "./PlainCharacters.ts"
import { notPlain, PlainCursor, reject } from "./PlainCursor.ts"
import { readFlow } from "./PlainFlow.ts"
import { areLinesIndented, foldLines } from "./PlainFolding.ts"
import { findClosingQuote, isQuote, resolveQuoted } from "./PlainQuotes.ts"
import { resolvePlain } from "./PlainScalar.ts"
import { setOwn } from "./YamlContent.ts"

/**
 * Reads a text of the plain subset of YAML, in about a thirtieth of the time of the YAML parser: lists and maps in
 * blocks or brackets, and scalars. Returns `undefined` for everything else and for every mistake, and otherwise exactly
 * the value that the parser gives without a finding.
 */
export const readPlainYaml = (text: string): unknown => {
  if (unusualCharacters.some((character) => text.includes(character)) || text.endsWith(" ")) return undefined
  try {
    const cursor = new PlainCursor(text.endsWith("\n") ? text : `${text}\n`)
    if (text.startsWith("---\n")) cursor.position = 4
    cursor.nextLine()
    return readRoot(cursor)
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

/** White space that YAML treats differently in different places, and that no editor shows. */
const unusualCharacters = ["\t", "\r", "\ufeff"]

const readRoot = (cursor: PlainCursor): unknown => {
  if (cursor.column !== 0) return reject()
  const value = readNode(cursor, -1)
  cursor.expectEnd()
  return value
}

/**
 * Reads a node in block style, from its first character to the next line with content, whose column decides what comes
 * next. `parentIndent` is the indentation of the collection around the node, or -1 at the root.
 */
const readNode = (cursor: PlainCursor, parentIndent: number): unknown => {
  const { column, position, text } = cursor
  if (isListEntry(cursor)) return readList(cursor, column)
  const keyEnd = findKeyEnd(text, position)
  if (keyEnd >= 0) return readMap(cursor, column, keyEnd)
  const code = text.charCodeAt(position)
  // A text is no source.
  if (parentIndent < 0 && code !== openingBracket && code !== openingBrace) return reject()
  return readInline(cursor, parentIndent)
}

const readMap = (cursor: PlainCursor, indent: number, firstKeyEnd: number): Readonly<Record<string, unknown>> => {
  cursor.enter()
  const { text } = cursor
  const map: Record<string, unknown> = {}
  let keyEnd = firstKeyEnd
  for (;;) {
    const key = readKey(text, cursor.position, keyEnd)
    if (Object.hasOwn(map, key)) return reject()
    cursor.position = skipSpaces(text, keyEnd + 1)
    setOwn(map, key, readEntryValue(cursor, indent))
    if (cursor.column !== indent) break
    keyEnd = findKeyEnd(text, cursor.position)
    if (keyEnd < 0) return reject()
  }
  cursor.leave(indent)
  return map
}

const readList = (cursor: PlainCursor, indent: number): ReadonlyArray<unknown> => {
  cursor.enter()
  const { text } = cursor
  const list: Array<unknown> = []
  do {
    const dash = cursor.position
    cursor.position = skipSpaces(text, dash + 1)
    if (isLineEnd(text.charCodeAt(cursor.position))) {
      cursor.endLine()
      list.push(cursor.column > indent ? readBelow(cursor, indent) : null)
    } else {
      cursor.column = indent + cursor.position - dash
      list.push(readNode(cursor, indent))
    }
  } while (cursor.column === indent && isListEntry(cursor))
  cursor.leave(indent)
  return list
}

/** Reads the value of a key, on its line or below it. A list may have the indentation of its key. */
const readEntryValue = (cursor: PlainCursor, indent: number): unknown => {
  if (!isLineEnd(cursor.text.charCodeAt(cursor.position))) return readInline(cursor, indent)
  cursor.endLine()
  if (cursor.column > indent) return readBelow(cursor, indent)
  return cursor.column === indent && isListEntry(cursor) ? readList(cursor, indent) : null
}

/**
 * Reads the node below a key or a dash. After a comment that is further left, the parser forgets how far a scalar must
 * be indented, so that only the start of a collection is certain.
 */
const readBelow = (cursor: PlainCursor, indent: number): unknown => {
  const isCertain =
    cursor.commentColumn > indent || isListEntry(cursor) || findKeyEnd(cursor.text, cursor.position) >= 0
  return isCertain ? readNode(cursor, indent) : reject()
}

/** Reads a value that does not start a block collection, and is not a key. */
const readInline = (cursor: PlainCursor, indent: number): unknown => {
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
  let end = findPlainEnd(text, position)
  for (;;) {
    if (text.charCodeAt(end) === colon) return reject()
    const next = text.charCodeAt(end) === lineFeed ? findContinuation(text, end, indent) : -1
    if (next < 0) break
    end = findPlainEnd(text, next)
  }
  cursor.position = end
  return resolvePlain(foldLines(text.slice(position, trimSpaces(text, end))))
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

/** The colon behind the key at a position, or -1 if the line does not start with a key. */
const findKeyEnd = (text: string, start: number): number => {
  const code = text.charCodeAt(start)
  const end = isQuote(code)
    ? findClosingQuote(text, start) + 1
    : canStartPlain(code, text.charCodeAt(start + 1))
      ? findPlainEnd(text, start)
      : start
  return end > start && text.charCodeAt(end) === colon && isBlank(text.charCodeAt(end + 1)) ? end : -1
}

const readKey = (text: string, start: number, end: number): string => {
  if (end - start > maxKeyLength) return reject()
  const source = text.slice(start, end)
  if (isQuote(text.charCodeAt(start))) return source.includes("\n") ? reject() : resolveQuoted(text, start, end - 1)
  const key = resolvePlain(source)
  return typeof key !== "string" || key === "<<" || text.charCodeAt(end - 1) === space ? reject() : key
}

/** The end of a scalar without quotes: the end of the line, the colon of a key, or a comment. */
const findPlainEnd = (text: string, start: number): number => {
  let position = start
  for (;;) {
    const code = text.charCodeAt(position)
    if (code <= colon) {
      if (code === lineFeed) return position
      if (code === colon && isBlank(text.charCodeAt(position + 1))) return position
      if (code === numberSign && text.charCodeAt(position - 1) === space) return position
    }
    position += 1
  }
}

const isListEntry = ({ position, text }: PlainCursor): boolean =>
  text.charCodeAt(position) === minus && isBlank(text.charCodeAt(position + 1))

const isLineEnd = (code: number): boolean => code === lineFeed || code === numberSign

/** YAML allows 1,024 characters before the colon of a key. */
const maxKeyLength = 1000
