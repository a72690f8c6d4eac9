import type { ReportedFinding } from "./Findings.ts"
import { linesOf } from "./SourceExcerpt.ts"

type FixEdit = NonNullable<ReportedFinding["fix"]>[number]
type TextEdit = Extract<FixEdit, { readonly text: string }>

/** What a fix does to a file: the lines before and after, or its new name. */
export type FixedPart =
  | {
      readonly _tag: "Lines"
      readonly file: string
      readonly line: number
      readonly before: ReadonlyArray<string>
      readonly after: ReadonlyArray<string>
    }
  | { readonly _tag: "Renamed"; readonly file: string; readonly to: string }

/** The lines that a fix changes. Edits of the same or of neighbouring lines are shown together. */
export const fixedParts = (
  fix: ReadonlyArray<FixEdit>,
  sources: Readonly<Record<string, string>>
): ReadonlyArray<FixedPart> => {
  const renames = fix.flatMap((edit): ReadonlyArray<FixedPart> =>
    "rename_to" in edit ? [{ _tag: "Renamed", file: edit.file, to: edit.rename_to }] : []
  )
  const edits = fix.filter((edit) => "text" in edit)
  return [
    ...[...Map.groupBy(edits, ({ file }) => file)].flatMap(([file, members]) => {
      const source = sources[file]
      return source === undefined ? [] : neighbours(members).map((group) => applyEdits(file, linesOf(source), group))
    }),
    ...renames
  ]
}

/** Edits from the first to the last, in groups without a line between them. */
const neighbours = (edits: ReadonlyArray<TextEdit>): ReadonlyArray<ReadonlyArray<TextEdit>> => {
  const groups: Array<Array<TextEdit>> = []
  for (const edit of edits.toSorted((left, right) => left.line - right.line || left.column - right.column)) {
    const group = groups.at(-1)
    if (group !== undefined && edit.line <= Math.max(...group.map(({ end_line }) => end_line)) + 1) group.push(edit)
    else groups.push([edit])
  }
  return groups
}

const applyEdits = (file: string, lines: ReadonlyArray<string>, edits: ReadonlyArray<TextEdit>): FixedPart => {
  const line = Math.min(...edits.map((edit) => edit.line))
  const last = Math.max(...edits.map(({ end_line }) => end_line))
  const before = lines.slice(line - 1, last)
  // The last edit first, so that the offsets of the others stay.
  const after = edits.toReversed().reduce((text, edit) => {
    const offsetOf = (atLine: number, column: number): number =>
      before.slice(0, atLine - line).reduce((sum, each) => sum + each.length + 1, column - 1)
    return (
      text.slice(0, offsetOf(edit.line, edit.column)) + edit.text + text.slice(offsetOf(edit.end_line, edit.end_column))
    )
  }, before.join("\n"))
  return { _tag: "Lines", file, line, ...withoutCommonLines(before, linesOf(after)) }
}

/** Without the lines at the end that stay as they are. */
const withoutCommonLines = (before: ReadonlyArray<string>, after: ReadonlyArray<string>) => {
  let common = 0
  while (common < Math.min(before.length, after.length) && before.at(-1 - common) === after.at(-1 - common)) common += 1
  return { before: before.slice(0, before.length - common), after: after.slice(0, after.length - common) }
}
