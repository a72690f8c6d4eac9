import stringWidth from "string-width"
import wrapAnsi from "wrap-ansi"
import type { SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import { visibleText } from "./PlainText.ts"

/** What stands before the first line of a text, and before the others. */
export interface Indentation {
  readonly first?: string
  readonly rest?: string
}

/**
 * Wraps a text between words to the columns of a terminal, and keeps its own line breaks. A longer word, such as a path,
 * stays whole. Without a width only the indentation is added.
 */
export const wrapText = (
  text: string,
  width: number | undefined,
  { first = "", rest = first }: Indentation = {}
): string => {
  const [restWidth, firstWidth] = [stringWidth(rest), stringWidth(first)]
  // Stands for the part of the first line that the other lines lack.
  const filler = "x".repeat(Math.max(0, firstWidth - restWidth))
  const wrapped =
    width === undefined
      ? text
      : wrapAnsi(filler + text, Math.max(minTextWidth, width - restWidth), { hard: false }).slice(filler.length)
  return first + wrapped.replaceAll("\n", `\n${rest}`)
}

/** Narrower columns would hold a word each. */
const minTextWidth = 24

/** A line of a source as a terminal shows it, and the marks below the part in question. */
export interface Excerpt {
  readonly shown: string
  /** The columns before the marks. */
  readonly indent: string
  readonly carets: string
}

/**
 * Shows the line of a place in at most so many columns, with … where it is cut. The marks are below what they mean in
 * columns, not in characters: tabs become spaces, and wide and combining characters count as a terminal shows them.
 */
export const makeExcerpt = (place: SourceSpan, line: string, maxWidth = defaultMaxWidth): Excerpt => {
  const from = place.column - 1
  const text = line.replace(/\r$/, "")
  const until = Math.max(from, place.end_line === place.line ? place.end_column - 1 : text.trimEnd().length)
  const cells = cellsAround(text, from)
  const before = cells.filter(({ end }) => end <= from)
  const after = cells.slice(before.length)
  const marked = after.filter(({ start }) => start < until)
  const { first, last } = visibleRange(before, after, Math.max(minWidth, maxWidth))
  const [startMark, endMark] = [
    first > 0 || (cells[0]?.start ?? 0) > 0 ? cutMark : "",
    last < cells.length || (cells.at(-1)?.end ?? 0) < text.length ? cutMark : ""
  ]
  const visible = cells.slice(first, last)
  return {
    shown: `${startMark}${visible.map(({ shown }) => shown).join("")}${endMark}`,
    indent: " ".repeat(startMark.length + widthOf(before.slice(first))),
    carets: "^".repeat(Math.max(1, widthOf(marked.slice(0, last - before.length))))
  }
}

/** A character as readers count, with all its combining marks. */
interface Cell {
  readonly start: number
  readonly end: number
  readonly shown: string
  readonly width: number
}

const widthOf = (cells: ReadonlyArray<Cell>): number => cells.reduce((sum, { width }) => sum + width, 0)

/** The characters near an offset. More than these never fit. */
const cellsAround = (line: string, at: number): ReadonlyArray<Cell> => {
  const start = Math.max(0, at - maxUnits)
  const part = line.slice(start - offsetInPair(line, start), at + maxUnits)
  const offset = start - offsetInPair(line, start)
  if (/^[ -~]*$/.test(part)) {
    return Array.from(part, (shown, index) => ({ start: offset + index, end: offset + index + 1, shown, width: 1 }))
  }
  return Array.from(new Intl.Segmenter().segment(part), ({ index, segment }) => {
    const shown = segment === "\t" ? tab : visibleText(segment)
    return { start: offset + index, end: offset + index + segment.length, shown, width: stringWidth(shown) }
  })
}

/** The indexes of the cells that fit: all of them, or those from a little before the place. */
const visibleRange = (before: ReadonlyArray<Cell>, after: ReadonlyArray<Cell>, maxWidth: number) => {
  const all = before.length + after.length
  if (widthOf(before) + widthOf(after) <= maxWidth) return { first: 0, last: all }
  // Two columns are for the marks of the cuts.
  const room = maxWidth - 2
  const leading = Math.max(Math.floor(room / 3), room - widthOf(after))
  const shownBefore = countFitting(before.toReversed(), leading)
  const left = room - widthOf(before.slice(before.length - shownBefore))
  return { first: before.length - shownBefore, last: before.length + countFitting(after, left) }
}

/** How many of the cells fit. */
const countFitting = (cells: ReadonlyArray<Cell>, room: number): number => {
  let left = room
  const end = cells.findIndex(({ width }) => (left -= width) < 0)
  return end === -1 ? cells.length : end
}

/** 1 in the middle of a surrogate pair, else 0. */
const offsetInPair = (line: string, offset: number): number =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(Math.max(0, offset - 1), offset + 1)) ? 1 : 0

/** Columns without a terminal. */
const defaultMaxWidth = 160
const minWidth = 20
/** In UTF-16 code units, on each side of a place. */
const maxUnits = 600
const cutMark = "…"
const tab = "    "
