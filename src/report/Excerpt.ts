import type { SourceSpan } from "../build/diagnostics/SourceLocation.ts"

/** A line of a source, and the marks below the part in question. */
export interface Excerpt {
  readonly shown: string
  readonly indent: string
  readonly carets: string
}

/** Shows the line of a place. Of a long line only the part around the place, with … at the cuts. */
export const makeExcerpt = (place: SourceSpan, line: string): Excerpt => {
  const at = place.column - 1
  const [start, end] = line.length <= maxLength ? [0, line.length] : cutAround(line, at)
  const [before, after] = [start > 0 ? cutMark : "", end < line.length ? cutMark : ""]
  const stop = place.end_line === place.line ? place.end_column - 1 : line.length
  const marked = (after === "" ? stop : Math.min(stop, end)) - at
  return {
    shown: `${before}${line.slice(start, end)}${after}`,
    // Tabs stay tabs, so that the carets are below the right characters at any tab width.
    indent: `${before}${line.slice(start, at)}`.replaceAll(/[^\t]/g, " "),
    carets: "^".repeat(Math.max(1, marked))
  }
}

/** The offsets of a part around an offset that does not cut surrogate pairs. */
const cutAround = (line: string, at: number): readonly [number, number] => {
  const start = Math.max(0, Math.min(at - leadingLength, line.length - maxLength))
  const end = Math.min(line.length, start + maxLength)
  return [start - offsetInPair(line, start), end - offsetInPair(line, end)]
}

/** 1 in the middle of a surrogate pair, else 0. */
const offsetInPair = (line: string, offset: number): number =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(line.slice(Math.max(0, offset - 1), offset + 1)) ? 1 : 0

/** In UTF-16 code units, like columns. */
const maxLength = 200
const leadingLength = 60
const cutMark = "…"
