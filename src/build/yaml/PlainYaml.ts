import {
  setOwnProperty,
  isBlank,
  lineFeed,
  minus,
  numberSign,
  openingBrace,
  openingBracket,
  skipSpaces,
  notPlain,
  PlainCursor,
  reject,
  canStartPlain,
  colon,
  space,
  findClosingQuote,
  isQuote,
  resolveQuoted,
  resolvePlain,
  greaterThan,
  trimSpaces,
  verticalBar,
  areLinesIndented,
  foldLines,
  closingBrace,
  closingBracket,
  comma,
  isFlowIndicator,
  skipComment,
  plus,
  foldBreak
} from "./PlainScalars.ts"

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

/** The colon behind the key at a position, or -1 if the line does not start with a key. */
const findKeyEnd = (cursor: PlainCursor): number => {
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
const readKey = (cursor: PlainCursor, end: number): string => {
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

/**
 * Reads a list or map in brackets, from its opening to behind its closing bracket. `indent` is that of the collection
 * around it, or -1 at the root. Pairs in lists, missing entries and texts of several lines are rejected.
 */
const readFlow = (cursor: PlainCursor, indent: number): unknown => readCollection(cursor, { indent, level: 1 })

interface FlowContext {
  readonly indent: number
  readonly level: number
}

const readCollection = (cursor: PlainCursor, context: FlowContext): unknown => {
  cursor.enter()
  const isMap = cursor.text.charCodeAt(cursor.position) === openingBrace
  cursor.position += 1
  const value = isMap ? readFlowMap(cursor, context) : readFlowList(cursor, context)
  cursor.position += 1
  cursor.leave()
  return value
}

const readFlowList = (cursor: PlainCursor, context: FlowContext): ReadonlyArray<unknown> => {
  const list: Array<unknown> = []
  while (nextEntry(cursor, context, closingBracket, list.length === 0)) {
    list.push(readValue(cursor, context))
  }
  return list
}

const readFlowMap = (cursor: PlainCursor, context: FlowContext): Readonly<Record<string, unknown>> => {
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

/**
 * Reads a block scalar, from its indicator to the next line with content. `indent` is that of the collection around it.
 * Indentation indicators are rejected, and lines of spaces that reach into the text.
 */
const readBlockScalar = (cursor: PlainCursor, indent: number): string => {
  const { text } = cursor
  const isFolded = text.charCodeAt(cursor.position) === greaterThan
  const sign = text.charCodeAt(cursor.position + 1)
  const isChomped = sign === plus || sign === minus
  cursor.position += isChomped ? 2 : 1
  let start = cursor.findLineEnd() + 1
  const parts: Array<string> = []
  let blockIndent = -1
  let emptyLines = 0
  let widestEmptyLine = 0
  let wasMoreIndented = false
  while (start < text.length) {
    const first = skipSpaces(text, start)
    const column = first - start
    if (text.charCodeAt(first) === lineFeed) {
      emptyLines += 1
      widestEmptyLine = Math.max(widestEmptyLine, column)
      start = first + 1
      continue
    }
    if (column < blockIndent || column <= indent) break
    const isMoreIndented = blockIndent >= 0 && column > blockIndent
    if (blockIndent < 0) {
      blockIndent = column
      parts.push("\n".repeat(emptyLines))
    } else if (!isFolded || isMoreIndented || wasMoreIndented) parts.push("\n".repeat(emptyLines + 1))
    else parts.push(foldBreak(emptyLines))
    const end = text.indexOf("\n", first)
    parts.push(text.slice(start + blockIndent, end))
    wasMoreIndented = isMoreIndented
    emptyLines = 0
    start = end + 1
  }
  if (blockIndent < 0 || widestEmptyLine > blockIndent) return reject()
  if (sign !== minus) parts.push("\n".repeat(sign === plus ? emptyLines + 1 : 1))
  cursor.position = start
  cursor.nextLine()
  return parts.join("")
}
