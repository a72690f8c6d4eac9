import { setOwnProperty } from "../OwnProperty.ts"
import { isBlank, lineFeed, minus, numberSign, openingBrace, openingBracket, skipSpaces } from "./PlainCharacters.ts"
import { notPlain, PlainCursor, reject } from "./PlainCursor.ts"
import { readInline } from "./PlainInline.ts"
import { findKeyEnd, readKey } from "./PlainKey.ts"

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
  const value = readNode(cursor, -1)
  // A line that fits no collection around it ends all of them.
  return cursor.position < cursor.text.length ? reject() : value
}

/**
 * Reads a node in block style, from its first character to the next line with content, whose column decides what comes
 * next. `parentIndent` is the indentation of the collection around the node, or -1 at the root.
 */
const readNode = (cursor: PlainCursor, parentIndent: number): unknown => {
  const { column, position, text } = cursor
  if (isListEntry(cursor)) return readList(cursor, column)
  const keyEnd = findKeyEnd(cursor)
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
    const key = readKey(cursor, keyEnd)
    if (Object.hasOwn(map, key)) return reject()
    cursor.position = skipSpaces(text, keyEnd + 1)
    setOwnProperty(map, key, readEntryValue(cursor, indent))
    if (cursor.column !== indent) break
    keyEnd = findKeyEnd(cursor)
    if (keyEnd < 0) return reject()
  }
  cursor.leave()
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
  cursor.leave()
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
  const isCertain = cursor.commentColumn > indent || isListEntry(cursor) || findKeyEnd(cursor) >= 0
  return isCertain ? readNode(cursor, indent) : reject()
}

const isListEntry = ({ position, text }: PlainCursor): boolean =>
  text.charCodeAt(position) === minus && isBlank(text.charCodeAt(position + 1))

const isLineEnd = (code: number): boolean => code === lineFeed || code === numberSign
