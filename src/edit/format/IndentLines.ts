import { isMap, isPair, isSeq, type YAMLMap, type YAMLSeq } from "yaml"
import { blockLinesOf, isBlockScalar, isFlow } from "../BlockLines.ts"
import { columnOf, endOfLine, isBlankLine, nextLine, startOfLine } from "../Lines.ts"
import { isEmptyNode, rangeOf } from "../SourceNodes.ts"
import type { FormatStep } from "./FormatSource.ts"

/** Indents every level by two spaces, and puts one space after each dash and colon. Comments move with what follows. */
export const indentLines: FormatStep = ({ root, text }) => {
  const layout: LineLayout = { columns: new Map(), gaps: new Map() }
  if (isBlock(root)) placeEntries(text, layout, root, 0)
  return writeLines(text, layout)
}

/** The new layout of the lines of a text. Lines are known by the offset where they start. */
interface LineLayout {
  readonly columns: Map<number, number>
  /** White space in a line that becomes one space, in the order of the line. */
  readonly gaps: Map<number, ReadonlyArray<readonly [start: number, end: number]>>
}

/** Writes the lines at their new columns. A comment goes where the next line goes, or one that began in its column. */
const writeLines = (text: string, { columns, gaps }: LineLayout): string => {
  const lines: Array<Line> = []
  for (let at = 0; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, endOfLine(text, at))
    const old = line.length - line.trimStart().length
    lines.push({
      old,
      content: joinGaps(text, at + old, at + line.length, gaps.get(at) ?? []),
      column: columns.get(at)
    })
  }
  const following = nextPlaced(lines)
  // The columns of the blocks in which a line stands, by what they were.
  const open = new Map<number, number>()
  const written = lines.map(({ column, content, old }, index) => {
    if (column !== undefined) {
      for (const other of open.keys()) if (other > old) open.delete(other)
      open.set(old, column)
      return " ".repeat(column) + content
    }
    // A comment at the start of a line is often an entry that an editor has disabled.
    if (!content.startsWith("#") || (old === 0 && following[index]?.old !== 0)) return " ".repeat(old) + content
    const next = following[index]
    const isAbove = next !== undefined && next.old >= old
    return " ".repeat((isAbove ? undefined : open.get(old)) ?? next?.column ?? old) + content
  })
  return written.join("\n") + (text.endsWith("\n") ? "\n" : "")
}

const step = 2

const placeEntries = (text: string, layout: LineLayout, collection: YAMLMap | YAMLSeq, column: number): void => {
  const lines = blockLinesOf(text, collection)
  const items: ReadonlyArray<unknown> = collection.items
  for (const [index, item] of items.entries()) {
    const start = lines[index]?.start ?? 0
    const moved = column - columnOf(text, start)
    if (isFirstOnLine(text, start)) layout.columns.set(startOfLine(text, start), column)
    if (isPair(item)) placeValue(text, layout, item.value, { behind: rangeOf(item.key)[1] + 1, column, moved })
    else placeValue(text, layout, item, { behind: start + 1, column, moved })
  }
}

/** A colon or a dash. */
interface Place {
  /** The offset behind it. */
  readonly behind: number
  /** The new column of the key or of the dash, and by how much it moves. */
  readonly column: number
  readonly moved: number
}

const placeValue = (text: string, layout: LineLayout, value: unknown, place: Place): void => {
  const { behind, column, moved } = place
  if (isEmptyNode(value)) return
  const start = isBlock(value) ? (blockLinesOf(text, value)[0]?.start ?? behind) : rangeOf(value)[0]
  if (/^[ \t]+$/.test(text.slice(behind, start))) {
    const line = startOfLine(text, behind)
    layout.gaps.set(line, [...(layout.gaps.get(line) ?? []), [behind, start]])
  }
  if (isBlock(value)) return placeEntries(text, layout, value, column + step)
  if (isBlockScalar(value)) return placeBlockScalar(text, layout, value, place)
  const end = rangeOf(value)[1]
  const first = isFirstOnLine(text, start) ? startOfLine(text, start) : nextLine(text, start)
  for (let at = first; at < end; at = nextLine(text, at)) {
    if (isFlow(value)) layout.columns.set(at, Math.max(0, indentationAt(text, at) + moved))
    else if (!isBlankLine(text, at)) layout.columns.set(at, column + step)
  }
}

/** The lines of a block scalar keep their indentation relative to each other. */
const placeBlockScalar = (text: string, layout: LineLayout, scalar: unknown, { column, moved }: Place): void => {
  const [start, end] = rangeOf(scalar)
  const lines: Array<number> = []
  for (let at = nextLine(text, start); at < end; at = nextLine(text, at)) lines.push(at)
  const first = lines.find((at) => !isBlankLine(text, at))
  // A number in the header counts from the key.
  const isRelative = /^[|>][+-]?[1-9]/.test(text.slice(start, start + 3))
  const shift = isRelative || first === undefined ? moved : column + step - indentationAt(text, first)
  for (const at of lines) {
    // White space alone is content only beyond the indentation.
    const own = isBlankLine(text, at) ? Math.min(shift, 0) : shift
    layout.columns.set(at, Math.max(0, indentationAt(text, at) + own))
  }
}

const isBlock = (node: unknown): node is YAMLMap | YAMLSeq => (isMap(node) || isSeq(node)) && !isFlow(node)

const isFirstOnLine = (text: string, at: number): boolean => text.slice(startOfLine(text, at), at).trim() === ""

const indentationAt = (text: string, at: number): number =>
  /^ */.exec(text.slice(at, endOfLine(text, at)))?.[0].length ?? 0

interface Line {
  /** The column where the content starts. */
  readonly old: number
  readonly content: string
  readonly column: number | undefined
}

/** For each line the next one that has a place. */
const nextPlaced = (lines: ReadonlyArray<Line>): ReadonlyArray<Line | undefined> => {
  const next: Array<Line | undefined> = []
  let following: Line | undefined
  for (const [index, line] of [...lines.entries()].toReversed()) {
    next[index] = following
    if (line.column !== undefined) following = line
  }
  return next
}

const joinGaps = (
  text: string,
  start: number,
  end: number,
  gaps: ReadonlyArray<readonly [start: number, end: number]>
): string => {
  let [from, content] = [start, ""]
  for (const [gapStart, gapEnd] of gaps.toSorted(([left], [right]) => left - right)) {
    content += `${text.slice(from, gapStart)} `
    from = gapEnd
  }
  return content + text.slice(from, end)
}
