import * as Result from "effect/Result"
import { LineCounter } from "yaml"
import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import type { Finding, FixEdit, LocatedChange, Location } from "../../domain/Finding.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { lazy } from "../../platform/Lazy.ts"
import { decodeSource, splitNotes } from "../sources/SourceText.ts"
import { isNotes, joinRoot, toPointer, type Pointer, type SourceEntry, type SourceTree } from "../sources/SourceTree.ts"
import { spanOf } from "../yaml/YamlNodes.ts"
import { parseYaml, type YamlSource } from "../yaml/YamlSource.ts"
import { type LocatedEdit, makeTakenNames, resolveEdit } from "./ResolveEdit.ts"

/** A range of a file. Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive. */
export interface SourceSpan {
  /** As a user would open it, from the folder where the command ran. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly end_line: number
  readonly end_column: number
  /** The text of the first line. */
  readonly text?: string
}

export interface LocatedFinding extends Finding {
  readonly place: SourceSpan
  /** Related locations, such as that of a removed item in the base release. */
  readonly related?: ReadonlyArray<RelatedSpan>
  /** Finds where the edits of the fix are, for reports that show them; `undefined` if one of them cannot be made. */
  readonly locateFix?: () => ReadonlyArray<LocatedEdit> | undefined
}

/** A location that belongs to a finding, and what is there. */
export type RelatedSpan = { readonly place: SourceSpan } & Related

type Related =
  /** The item of the finding, in the sources of a release. */
  | { readonly _tag: "Removed"; readonly release: Version }
  /** A finding that follows from it. */
  | { readonly _tag: "FollowUp"; readonly finding: Finding }
  /** A waiver that would cover it, if it were for this version. */
  | { readonly _tag: "NearWaiver"; readonly version: Version }
  /** A change that causes it. */
  | { readonly _tag: "Change"; readonly change: LocatedChange }

/** The folders to which locations are relative, as the user named them. */
export interface Roots {
  readonly sources: string
  readonly releases: string
}

/** Resolves the locations of findings. Only sources with findings are parsed again, once each. */
export const locate = (
  tree: SourceTree,
  roots: Roots,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<LocatedFinding> => {
  const readSource = makeSourceReader(tree)
  const placeOf = locatorIn(readSource, roots)
  const locateFix = makeLocateFix(tree, roots, readSource)
  return findings.map((finding) => {
    const related = relatedTo(finding, placeOf)
    const { fix } = finding
    return {
      ...finding,
      place: placeOf(finding.location),
      ...(related.length === 0 ? {} : { related }),
      ...(fix === undefined ? {} : { locateFix: () => locateFix(fix) })
    }
  })
}

/** Finds the ranges of all edits of a fix; `undefined` if one of them cannot be made. */
const makeLocateFix = (tree: SourceTree, roots: Roots, sourceAt: (file: string) => SourceLines | undefined) => {
  const shownPath = (path: string): string => joinRoot(roots.sources, path)
  const names = lazy(() => makeTakenNames(tree.map(({ path }) => path)))
  return (fix: ReadonlyArray<FixEdit>): ReadonlyArray<LocatedEdit> | undefined => {
    const edits = fix.flatMap((edit): ReadonlyArray<LocatedEdit> => {
      if (edit._tag === "Rename") {
        const { file, to } = edit
        return names().isTaken(to, file) ? [] : [{ file: shownPath(file), rename_to: shownPath(to) }]
      }
      const resolved = resolveEdit(edit, sourceAt)
      if (resolved === undefined) return []
      const { text: _, ...range } = spanAt(resolved.source, resolved.start, resolved.end)
      return [{ file: shownPath(resolved.source.file), ...range, text: resolved.text }]
    })
    return edits.length < fix.length ? undefined : edits
  }
}

const relatedTo = (
  { changes = [], follow_ups = [], near_waiver: near }: Finding,
  placeOf: (location: Location) => SourceSpan
): ReadonlyArray<RelatedSpan> => [
  ...(near === undefined
    ? []
    : [{ _tag: "NearWaiver" as const, version: near.version, place: placeOf(near.location) }]),
  ...changes.map((change) => ({ _tag: "Change" as const, change, place: placeOf(change.location) })),
  // The version follows by itself, once the rest is mended.
  ...follow_ups
    .filter(({ rule }) => getCheck(rule).stage !== "version")
    .map((other) => ({ _tag: "FollowUp" as const, finding: other, place: placeOf(other.location) }))
]

/** Makes a function that resolves locations. Only sources that they point into are parsed, once each. */
export const makeLocator = (tree: SourceTree, roots: Roots): ((location: Location) => SourceSpan) =>
  locatorIn(makeSourceReader(tree), roots)

const locatorIn =
  (sourceAt: (file: string) => SourceLines | undefined, roots: Roots) =>
  (location: Location): SourceSpan => {
    const pointer = toPointer(location)
    const { file, root = "sources" } = pointer
    const source = root === "releases" ? undefined : sourceAt(file)
    return { file: joinRoot(roots[root], file), ...resolve(pointer, source ?? noLines) }
  }

/** Makes a function that reads each source once; `undefined` for what is no text. */
const makeSourceReader = (tree: SourceTree): ((file: string) => SourceLines | undefined) => {
  const entries = new Map(tree.map((entry) => [entry.path, entry]))
  const sources = new Map<string, { readonly source: SourceLines | undefined }>()
  return (file) => {
    const known = sources.get(file) ?? { source: readSourceLines(entries.get(file), file) }
    sources.set(file, known)
    return known.source
  }
}

/** A source whose offsets can be told as lines. */
export interface SourceLines {
  readonly file: string
  readonly text: string
  readonly lines: LineCounter
  readonly document: YamlSource | undefined
}

const noLines: SourceLines = { file: "", text: "", lines: new LineCounter(), document: undefined }

/** Reads the lines of a source; `undefined` for what is no text. */
export const readSourceLines = (entry: SourceEntry | undefined, file: string): SourceLines | undefined => {
  const text = entry === undefined ? undefined : Result.getOrUndefined(decodeSource(entry))
  if (text === undefined) return undefined
  const yaml = isNotes(file) ? (splitNotes(text)?.front ?? "") : text
  return { file, text, lines: indexLines(text), document: Result.getOrUndefined(parseYaml(file, yaml)) }
}

export const indexLines = (text: string): LineCounter => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1)
  return lines
}

const resolve = (pointer: Pointer, { document, lines, text }: SourceLines): Omit<SourceSpan, "file"> => {
  if (pointer.line !== undefined || text === "") {
    const line = pointer.line ?? 1
    return { line, column: 1, end_line: line, end_column: 1 }
  }
  const [start, end] = pointer.span ?? (document === undefined ? [0, 0] : spanOf(document, pointer))
  const { within = "" } = pointer
  const at = within === "" ? -1 : text.slice(start, end).indexOf(within)
  return at === -1
    ? spanAt({ text, lines }, start, end)
    : spanAt({ text, lines }, start + at, start + at + within.length)
}

/** Converts offsets in a text to lines and columns. */
export const spanAt = (
  { lines, text }: Pick<SourceLines, "lines" | "text">,
  start: number,
  end: number
): Omit<SourceSpan, "file"> => {
  const from = lines.linePos(Math.min(start, text.length))
  const to = lines.linePos(Math.min(Math.max(end, start), text.length))
  const lineStart = start - from.col + 1
  const nextLine = lines.lineStarts[from.line]
  return {
    line: from.line,
    column: from.col,
    end_line: to.line,
    end_column: to.col,
    text: text.slice(lineStart, nextLine === undefined ? undefined : nextLine - 1)
  }
}
