import type { Place } from "./Findings.ts"

/** A line of a source, with the part in question between what is before and after it. */
export interface ExcerptLine {
  readonly number: number
  readonly before: string
  /** Empty on lines around the place. */
  readonly marked: string
  readonly after: string
}

/** The lines of a place and those next to it. Long places are cut after some lines, and long lines around the place. */
export const excerptOf = (source: string, place: Place): ReadonlyArray<ExcerptLine> => {
  const lines = linesOf(source)
  const first = Math.max(1, place.line - linesAround)
  const last = Math.min(lines.length, Math.min(lastLineOf(place), place.line + maxMarkedLines - 1) + linesAround)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    toExcerptLine(lines[first + index - 1] ?? "", first + index, place)
  )
}

/** The lines of a text without their ends. */
export const linesOf = (source: string): ReadonlyArray<string> =>
  source.split("\n").map((line) => line.replace(/\r$/, ""))

/** The last line with a character of the place. */
const lastLineOf = ({ end_column, end_line, line }: Place): number =>
  Math.max(line, end_column === 1 ? end_line - 1 : end_line)

const toExcerptLine = (text: string, number: number, place: Place): ExcerptLine => {
  if (number < place.line || number > lastLineOf(place)) return { number, before: cutEnd(text), marked: "", after: "" }
  const from = number === place.line ? place.column - 1 : text.length - text.trimStart().length
  const until = number === place.end_line ? place.end_column - 1 : text.trimEnd().length
  return {
    number,
    before: cutStart(text.slice(0, from)),
    marked: cutEnd(text.slice(from, Math.max(from, until))),
    after: cutEnd(text.slice(Math.max(from, until)))
  }
}

const cutStart = (text: string): string =>
  text.length > maxLength ? `…${text.slice(-maxLength).toWellFormed()}` : text

const cutEnd = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text

const linesAround = 2
const maxMarkedLines = 8
/** Of each part of a line. */
const maxLength = 400
