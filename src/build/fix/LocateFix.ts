import type { FixEdit, Span } from "../../domain/Finding.ts"
import { resolveEdit, type EditableSource } from "./ResolveEdit.ts"

/** An edit of a fix in lines and columns, or the new name of a file. */
export type LocatedEdit = (Range & { readonly text: string }) | { readonly file: string; readonly rename_to: string }

/** A range of a file, as reports show it. */
interface Range {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly end_line: number
  readonly end_column: number
}

/** The sources into which fixes point. */
export interface FixedFiles<Source extends EditableSource> {
  readonly sourceAt: (path: string) => Source | undefined
  readonly rangeIn: (source: Source, span: Span) => Range
  /** The file as a user would open it. */
  readonly shownPath: (path: string) => string
  /** True if a name is that of another file than this one. */
  readonly isTaken: (name: string, file: string) => boolean
}

/** Finds the ranges of all edits of a fix; `undefined` if one of them cannot be made. */
export const locateFix = <Source extends EditableSource>(
  fix: ReadonlyArray<FixEdit>,
  { isTaken, rangeIn, shownPath, sourceAt }: FixedFiles<Source>
): ReadonlyArray<LocatedEdit> | undefined => {
  const edits = fix.map((edit): LocatedEdit | undefined => {
    if (edit._tag === "Rename") {
      const { file, to } = edit
      return isTaken(to, file) ? undefined : { file: shownPath(file), rename_to: shownPath(to) }
    }
    const resolved = resolveEdit(edit, sourceAt)
    return resolved && { ...rangeIn(resolved.source, [resolved.start, resolved.end]), text: resolved.text }
  })
  const possible = edits.filter((edit) => edit !== undefined)
  return possible.length < edits.length ? undefined : possible
}
