import { greaterThan, lineFeed, minus, plus, skipSpaces } from "./PlainCharacters.ts"
import { reject, type PlainCursor } from "./PlainCursor.ts"
import { foldBreak } from "./PlainFolding.ts"

/**
 * Reads a block scalar, from its indicator to the next line with content. `indent` is that of the collection around it.
 * Indentation indicators are rejected, and lines of spaces that reach into the text.
 */
export const readBlockScalar = (cursor: PlainCursor, indent: number): string => {
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
