import { quoteText } from "../QuotedText.ts"
import { lineAbove, readKeyLine, type SourceLine } from "../SourceLines.ts"
import { contentSpan, reindent, type RepairFinder, type TextRepair } from "../TextRepair.ts"
import { isStructure } from "./JoinedText.ts"

/** A line that continues the text above, but is not indented below its key. */
export const wrappedLineRepairs: RepairFinder = (lines, line) => {
  const [first, above] = firstContinuation(lines, line)
  const read = above && readKeyLine(above)
  if (first === undefined && above !== undefined) return indentedTextRepairs(lines, line, above)
  if (
    first === undefined ||
    above === undefined ||
    read === undefined ||
    first.body.startsWith("- ") ||
    /^[[{]/.test(read.value) ||
    isStructure(lines, first)
  )
    return []
  const isBlock = /^[|>]/.test(read.value)
  const spaces = read.column + 2
  const wrapped = followingText(lines, first, above)
  const repair = (repaired: ReadonlyArray<SourceLine>): TextRepair => ({
    problem: {
      problem: isBlock ? "block-text-not-indented" : "wrapped-line",
      key: read.key,
      lines: repaired.length,
      spaces
    },
    span: contentSpan(first),
    edits: repaired.map((other) => reindent(other, spaces))
  })
  const repairs = wrapped.length === 1 ? [repair(wrapped)] : [repair(wrapped), repair(wrapped.slice(0, 1))]
  // What stands before the colon of a key is one word.
  const isText = readKeyLine(first) === undefined && /^[^:]*\S\s+\S[^:]*:(?: |$)/.test(first.body)
  return !isText || isBlock || /^["']/.test(read.value)
    ? repairs
    : [...repairs, joinRepair(lines, above, first, read.key)]
}

/** A text whose lines are indented as they should be, but that contains a colon. */
const indentedTextRepairs = (
  lines: ReadonlyArray<SourceLine>,
  line: SourceLine,
  above: SourceLine
): ReadonlyArray<TextRepair> => {
  const read = readKeyLine(above)
  if (read === undefined || /^[|>[{"']/.test(read.value) || isStructure(lines, line)) return []
  if (!/\S\s+[^:]*:(?: |$)/.test(line.body)) return []
  const end = lines.findIndex((other) => other.index > line.index && other.body !== "" && other.indent <= read.column)
  const text = lines.slice(above.index, end < 0 ? undefined : end).filter(({ body }) => body.trim() !== "")
  const last = text.at(-1)
  return last === undefined || text.length > maxTextLines ? [] : [joinRepair(lines, above, last, read.key)]
}

/** A text of ten lines is long: what is farther away is something else. */
const maxTextLines = 10

/** A text of two lines that contains a colon: on one line, and in quotes. */
const joinRepair = (lines: ReadonlyArray<SourceLine>, above: SourceLine, last: SourceLine, key: string): TextRepair => {
  const column = readKeyLine(above)?.valueColumn ?? 0
  const words = [above.text.slice(column), ...lines.slice(above.index + 1, last.index + 1).map(({ body }) => body)]
  const line = `${above.text.slice(above.indent, column)}${quoteText(words.map((part) => part.trim()).join(" "))}`
  return {
    problem: { problem: "wrapped-text", key, line },
    span: contentSpan(last),
    edits: [{ start: above.start + above.indent, end: last.start + last.text.length, text: line }]
  }
}

/** The first line of the text that the line is part of, and the line with its key. */
const firstContinuation = (
  lines: ReadonlyArray<SourceLine>,
  line: SourceLine
): readonly [SourceLine | undefined, SourceLine | undefined] => {
  let first: SourceLine = line
  let above = lineAbove(lines, line.index)
  for (let count = 0; count < maxTextLines && above !== undefined; count += 1) {
    const read = readKeyLine(above)
    if (read !== undefined && read.value !== "")
      return [first.indent > read.column ? below(lines, first, line, read.column) : first, above]
    if (read !== undefined) return [undefined, undefined]
    first = above
    above = lineAbove(lines, above.index)
  }
  return [undefined, undefined]
}

/** The first line from one to another that is not indented below a column. */
const below = (
  lines: ReadonlyArray<SourceLine>,
  from: SourceLine,
  to: SourceLine,
  column: number
): SourceLine | undefined =>
  lines.slice(from.index, to.index + 1).find(({ body, indent }) => body !== "" && indent <= column)

/** The lines from one on that are text rather than keys or entries. */
const followingText = (
  lines: ReadonlyArray<SourceLine>,
  first: SourceLine,
  above: SourceLine
): ReadonlyArray<SourceLine> => {
  const found = [first]
  for (const line of lines.slice(first.index + 1)) {
    if (line.body === "" || readKeyLine(line) !== undefined || line.body.startsWith("- ")) break
    if (line.indent > above.indent + 2 && line.indent > first.indent) break
    found.push(line)
  }
  return found
}
