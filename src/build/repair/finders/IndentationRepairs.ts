import { isEmpty, lineBelow, readKeyLine, type SourceLine } from "../SourceLines.ts"
import { contentSpan, reindent, type RepairFinder, type TextRepair } from "../TextRepair.ts"
import { joinsTextAbove } from "./JoinedText.ts"

/** Another indentation for a line: that of the lines around it, closest first. */
export const indentationRepairs: RepairFinder = (lines, line) => {
  if (isEmpty(line)) return []
  const isEntry = line.body.startsWith("- ")
  return columnsNear(lines, line)
    .filter((spaces) => spaces !== line.indent && !joinsTextAbove(lines, line, spaces))
    .sort((left, right) => Math.abs(left - line.indent) - Math.abs(right - line.indent))
    .map((spaces): TextRepair => ({
      problem: { problem: "wrong-indentation", spaces: line.indent, expected: spaces, is_entry: isEntry },
      span: contentSpan(line),
      edits: [reindent(line, spaces)]
    }))
}

/** The columns at which lines near this one start, and those at which their keys do. */
const columnsNear = (lines: ReadonlyArray<SourceLine>, line: SourceLine): ReadonlyArray<number> => {
  const near = lines
    .slice(Math.max(0, line.index - 12), line.index + 12)
    .filter((other) => other !== line && !isEmpty(other))
  return [
    ...new Set(
      near.flatMap((other) => {
        const read = readKeyLine(other)
        return read === undefined
          ? [other.indent]
          : [other.indent, read.column, ...(read.value === "" ? [read.column + 2] : [])]
      })
    )
  ]
}

/** Another indentation for a list whose entries are all in the same wrong column. */
export const blockIndentationRepairs: RepairFinder = (lines, line) => {
  const first = firstOfBlock(lines, line)
  const isEntry = first.body.startsWith("- ")
  const end = lines.findIndex(
    (other) =>
      other.index > first.index &&
      !isEmpty(other) &&
      (other.indent < first.indent || (other.indent === first.indent && other.body.startsWith("- ") !== isEntry))
  )
  const whole = lines.slice(first.index, end < 0 ? undefined : end).filter((other) => !isEmpty(other))
  const other = whole.findIndex(({ body, indent }) => indent !== first.indent || body.startsWith("- ") !== isEntry)
  const blocks = other < 2 ? [whole] : [whole.slice(0, other), whole]
  const columns = columnsNear(lines, line)
    .filter((spaces) => spaces !== first.indent && !joinsTextAbove(lines, first, spaces))
    .sort((left, right) => Math.abs(left - first.indent) - Math.abs(right - first.indent))
  return columns.flatMap((spaces) =>
    blocks.map((block): TextRepair => ({
      problem: { problem: "wrong-block-indentation", spaces: first.indent, expected: spaces, lines: block.length },
      span: contentSpan(first),
      edits: block.map((moved) => reindent(moved, Math.max(0, moved.indent + spaces - first.indent)))
    }))
  )
}

/** The first of the lines in the same column, of the same form, without anything else between them. */
const firstOfBlock = (lines: ReadonlyArray<SourceLine>, line: SourceLine): SourceLine => {
  let first = line
  for (let index = line.index - 1; index >= 0; index -= 1) {
    const other = lines[index]
    if (other === undefined || isEmpty(other)) continue
    if (other.indent < line.indent) break
    if (other.indent > line.indent) continue
    if (other.body.startsWith("- ") !== line.body.startsWith("- ")) break
    first = other
  }
  return first
}

/** The lines below a key without a value that should be indented below it. */
export const notIndentedRepairs: RepairFinder = (lines, line) => {
  const read = readKeyLine(line)
  if (read === undefined || read.value !== "") return []
  const first = lineBelow(lines, line.index)
  if (first === undefined || first.indent > read.column) return []
  const block: Array<SourceLine> = []
  for (const other of lines.slice(first.index)) {
    if (!isEmpty(other) && (other.indent < first.indent || (block.length > 0 && closesBlock(other, first)))) break
    block.push(other)
  }
  const filled = block.filter((other) => !isEmpty(other))
  const keysIn = (moved: ReadonlyArray<SourceLine>): ReadonlyArray<string> =>
    moved.filter(({ indent }) => indent === first.indent).flatMap((other) => readKeyLine(other)?.key ?? [])
  const shift = read.column + 2 - first.indent
  // With the last keys left where they are: they can belong to the map around.
  return Array.from({ length: Math.min(4, filled.length) }, (_, kept): TextRepair => {
    const moved = filled.slice(0, filled.length - kept)
    return {
      problem: {
        problem: "not-indented",
        key: read.key,
        keys: keysIn(moved),
        spaces: shift,
        lines: moved.length
      },
      span: contentSpan(first),
      edits: moved.map((other) => reindent(other, other.indent + shift))
    }
  })
}

/** True if a line cannot belong to the block that another began. */
const closesBlock = (line: SourceLine, first: SourceLine): boolean =>
  line.indent === first.indent && first.body.startsWith("- ") !== line.body.startsWith("- ")
