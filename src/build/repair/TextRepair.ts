import type { SyntaxProblem } from "../../domain/checks/source/problems/SyntaxProblem.ts"
import type { Span } from "../../domain/diagnostic/Location.ts"
import type { Splice } from "../../edit/Splice.ts"
import type { SourceLine } from "./SourceLines.ts"

/** A change of a text that may turn it into what an editor meant, with the mistake that it mends. */
export interface TextRepair {
  readonly problem: SyntaxProblem
  /** Where the mistake is. */
  readonly span: Span
  readonly edits: ReadonlyArray<Splice>
  /** True if it is the mistake only if nothing else is wrong afterwards. */
  readonly isExact?: boolean
}

/** Finds repairs of the mistake that the parser, or the schema, noticed on a line. */
export type RepairFinder = (lines: ReadonlyArray<SourceLine>, line: SourceLine) => ReadonlyArray<TextRepair>

/** The offset in a text of an offset in the text that edits made of it. */
export const offsetBefore = (edits: ReadonlyArray<Splice>, offset: number): number => {
  let moved = 0
  for (const { end, start, text } of edits.toSorted((left, right) => left.start - right.start)) {
    if (offset < start + moved) break
    if (offset < start + moved + text.length) return start
    moved += text.length - (end - start)
  }
  return offset - moved
}

/** The content of a line, without its indentation. */
export const contentSpan = ({ indent, start, text }: SourceLine): Span => [
  start + indent,
  start + text.trimEnd().length
]

/** Replaces a line from a column on. */
export const replaceLine = ({ start, text }: SourceLine, replacement: string, column = 0): Splice => ({
  start: start + column,
  end: start + text.length,
  text: replacement
})

/** Gives a line another indentation. */
export const reindent = ({ indent, start }: SourceLine, spaces: number): Splice => ({
  start,
  end: start + indent,
  text: " ".repeat(spaces)
})
