import { lineAbove, readKeyLine, type SourceLine } from "../SourceLines.ts"
import { commentSignOf } from "./CommentSigns.ts"
import { knownKeys } from "./KnownKeys.ts"

/**
 * True if a line that is no text would become part of the text of a key above it in another column. A repair that does
 * this satisfies every check, and publishes a list entry or a comment as words of a definition.
 */
export const joinsTextAbove = (lines: ReadonlyArray<SourceLine>, line: SourceLine, spaces: number): boolean =>
  isStructure(lines, line) && endsInText(lines, line, spaces)

/** True for an entry, a key, a map in braces or a comment, as opposed to words. */
export const isStructure = (lines: ReadonlyArray<SourceLine>, line: SourceLine): boolean => {
  const { body, indent } = line
  if (/^[[{]/.test(body) || commentSignOf(body) !== undefined) return true
  const read = readKeyLine(line)
  if (read !== undefined && (knownKeys.has(read.key) || read.value === "")) return true
  return body.startsWith("- ") && lines.some((other) => other.indent === indent && isKnownEntry(other))
}

const isKnownEntry = (line: SourceLine): boolean => {
  const read = readKeyLine(line)
  return read !== undefined && read.dash !== "" && knownKeys.has(read.key)
}

/** True if the text above a line goes on in a column. */
const endsInText = (lines: ReadonlyArray<SourceLine>, line: SourceLine, spaces: number): boolean => {
  let above = lineAbove(lines, line.index)
  while (above !== undefined) {
    const read = readKeyLine(above)
    if (read === undefined && above.body.startsWith("- ")) return above.indent < spaces
    if (read !== undefined && read.column < spaces) return read.value !== "" && !/[\]}]$/.test(read.value)
    if (read !== undefined && read.column === spaces) return false
    above = lineAbove(lines, above.index)
  }
  return false
}
