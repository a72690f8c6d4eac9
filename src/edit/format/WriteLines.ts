import { endOfLine, nextLine } from "../Lines.ts"

/** The new layout of the lines of a text. Lines are known by the offset where they start. */
export interface LineLayout {
  readonly columns: Map<number, number>
  /** White space in a line that becomes one space, in the order of the line. */
  readonly gaps: Map<number, ReadonlyArray<readonly [start: number, end: number]>>
}

/** Writes the lines at their new columns. A comment goes where the next line goes, or one that began in its column. */
export const writeLines = (text: string, { columns, gaps }: LineLayout): string => {
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
