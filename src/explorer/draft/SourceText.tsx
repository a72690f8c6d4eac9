import { formatPlace, type Place, type ReportedFinding } from "./Findings.ts"

interface SourceTextProps {
  readonly place: Place
  readonly sources: Readonly<Record<string, string>>
}

/** A place of the sources, with its lines if they are known. */
export const SourceText = ({ place, sources }: SourceTextProps) => {
  const source = Object.hasOwn(sources, place.file) ? sources[place.file] : undefined
  const lines = source === undefined ? [] : excerptOf(source, place)
  return (
    <div class="finding-source">
      <p class="finding-source-place">
        <code>{formatPlace(place)}</code>
      </p>
      {lines.length > 0 && (
        <pre>
          {lines.map(({ after, before, marked, number }) => (
            <code key={number} class="finding-source-line" data-number={number}>
              <bdi>
                {before}
                {marked !== "" && <mark>{marked}</mark>}
                {after}
              </bdi>
            </code>
          ))}
        </pre>
      )}
    </div>
  )
}

/** A line of a source, with the part in question between what is before and after it. */
interface ExcerptLine {
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
const linesOf = (source: string): ReadonlyArray<string> => source.split("\n").map((line) => line.replace(/\r$/, ""))

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

interface FixTextProps {
  readonly fix: NonNullable<ReportedFinding["fix"]>
  readonly sources: Readonly<Record<string, string>>
}

/** What `taxonomy check --fix` would write. */
export const FixText = ({ fix, sources }: FixTextProps) => {
  const parts = fixedParts(fix, sources)
  return parts.length === 0 ? null : (
    <div class="finding-fix">
      <p>
        <code>taxonomy check --fix</code> would write:
      </p>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  )
}

const Part = ({ part }: { readonly part: FixedPart }) => {
  if (part._tag === "Renamed") {
    return (
      <p class="finding-source-place">
        <code>{part.file}</code> as <code>{part.to}</code>
      </p>
    )
  }
  const { after, before, file, line } = part
  return (
    <div class="finding-source">
      <p class="finding-source-place">
        <code>
          {file}:{line}
        </code>
      </p>
      <pre>
        {before.map((text, index) => (
          <del key={index}>
            <span class="visually-hidden">removed: </span>
            <bdi>{text}</bdi>
          </del>
        ))}
        {after.map((text, index) => (
          <ins key={index}>
            <span class="visually-hidden">added: </span>
            <bdi>{text}</bdi>
          </ins>
        ))}
      </pre>
    </div>
  )
}

type FixEdit = NonNullable<ReportedFinding["fix"]>[number]
type TextEdit = Extract<FixEdit, { readonly text: string }>

/** What a fix does to a file: the lines before and after, or its new name. */
type FixedPart =
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
