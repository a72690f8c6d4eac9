import type { Place } from "../build/diagnostics/SourceLocation.ts"

/** What is shown of a line, and the marks below what is meant in it. */
export interface Excerpt {
  readonly shown: string
  readonly indent: string
  readonly carets: string
}

/** The line of a place, or of a very long one the part around it, with … where it goes on. */
export const excerpt = (place: Place, line: string): Excerpt => {
  const at = place.column - 1
  const [start, end] = line.length <= longest ? [0, line.length] : around(line, at)
  const [before, after] = [start > 0 ? gap : "", end < line.length ? gap : ""]
  const stop = place.end_line === place.line ? place.end_column - 1 : line.length
  const marked = (after === "" ? stop : Math.min(stop, end)) - at
  return {
    shown: `${before}${line.slice(start, end)}${after}`,
    // Tabs stay tabs, so that the caret stands below the right character whatever their width.
    indent: `${before}${line.slice(start, at)}`.replaceAll(/[^\t]/g, " "),
    carets: "^".repeat(Math.max(1, marked))
  }
}

/** Offsets of a part that begins and ends between characters. */
const around = (line: string, at: number): readonly [number, number] => {
  const start = Math.max(0, Math.min(at - ahead, line.length - longest))
  const end = Math.min(line.length, start + longest)
  return [start - inPair(line, start), end - inPair(line, end)]
}

/** 1 in the middle of a surrogate pair, else 0. */
const inPair = (line: string, offset: number): number =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(Math.max(0, offset - 1), offset + 1)) ? 1 : 0

/** In UTF-16 code units, as columns are. */
const longest = 200
const ahead = 60
const gap = "…"
