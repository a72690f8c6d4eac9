import { lineEndOf } from "../../edit/Lines.ts"
import { applySplices, type Splice } from "../../edit/Splice.ts"

const byteOrderMark = "\uFEFF"

/** The text of a source as its reader sees it, to which the offsets of findings refer. */
export const normalizeLines = (written: string): string =>
  (written.startsWith(byteOrderMark) ? written.slice(1) : written).replaceAll(/\r\n?/g, "\n")

/**
 * Applies splices of the normalized text to the text as it is written. Every other byte stays: the byte order mark, and the
 * end of each line, whichever it is.
 */
export const rewriteLines = (written: string, splices: ReadonlyArray<Splice>): string => {
  const offsetOf = makeOffsets(written)
  const end = lineEndOf(written)
  return applySplices(
    written,
    splices.map((splice) => ({
      start: offsetOf(splice.start),
      end: offsetOf(splice.end),
      text: splice.text.replaceAll("\n", end)
    }))
  )
}

/** Tells where an offset of the normalized text is in the text as it is written. Offsets must not become smaller. */
const makeOffsets = (written: string): ((offset: number) => number) => {
  let skipped = written.startsWith(byteOrderMark) ? 1 : 0
  let next = written.indexOf("\r\n")
  return (offset) => {
    while (next !== -1 && next - skipped < offset) {
      skipped += 1
      next = written.indexOf("\r\n", next + 2)
    }
    return offset + skipped
  }
}
