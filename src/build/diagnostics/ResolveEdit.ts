import { isMap, isNode, isPair, isSeq } from "yaml"
import type { FixEdit, Path, Span } from "../../domain/Finding.ts"
import type { Splice } from "../../edit/Splice.ts"
import { toPointer, type Pointer } from "../sources/SourceTree.ts"
import { findPair, itemOf, spanOf } from "../yaml/YamlNodes.ts"
import type { YamlSource } from "../yaml/YamlSource.ts"

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

/** A source that edits point into. */
export interface EditableSource {
  /** As a reader sees it: without a byte order mark, with LF at the ends of lines. */
  readonly text: string
  /** `undefined` if the text is not YAML. */
  readonly document: YamlSource | undefined
}

/** What an edit changes: a range of a source, and the text that takes its place. */
interface TextEdit<Source extends EditableSource> extends Splice {
  readonly source: Source
}

/** Finds the range that an edit changes; `undefined` if the sources do not have its location. */
export const resolveEdit = <Source extends EditableSource>(
  edit: Exclude<FixEdit, { readonly _tag: "Rename" }>,
  sourceAt: (path: string) => Source | undefined
): TextEdit<Source> | undefined => {
  if (edit._tag === "ReplaceSpan") {
    const source = sourceAt(edit.file)
    return source && { source, start: edit.span[0], end: edit.span[1], text: edit.text }
  }
  const pointer = toPointer(edit.location)
  const source = pointer.root === undefined ? sourceAt(pointer.file) : undefined
  if (source === undefined) return undefined
  const span = pointer.span ?? (source.document && existingSpan(source.document, pointer))
  if (span === undefined) return undefined
  // The line break after a block text separates it from the next key.
  const [start, end] = span
  const contentEnd = source.text[end - 1] === "\n" && end > start ? end - 1 : end
  // A comment within the range would be lost.
  return /(?:^|\s)#/.test(source.text.slice(start, contentEnd))
    ? undefined
    : { source, start, end: contentEnd, text: edit.text }
}

/** The span of the node or key that exists at the whole path. */
const existingSpan = (document: YamlSource, pointer: Pointer): Span | undefined => {
  const entry = entryAt(document, pointer.path)
  if (entry === undefined || (isPair(entry) && pointer.key !== true && !isNode(entry.value))) return undefined
  return spanOf(document, pointer)
}

const entryAt = (document: YamlSource, path: Path): unknown => {
  let entry: unknown
  let node: unknown = document.contents
  for (const part of path) {
    entry = isMap(node) ? findPair(node, part) : isSeq(node) ? itemOf(node, part) : undefined
    node = isPair(entry) ? entry.value : entry
  }
  return entry
}

/** The names that files have and will have. Some file systems do not distinguish upper and lower case. */
export interface TakenNames {
  readonly add: (path: string) => void
  /** True if a name is that of another file than this one. */
  readonly isTaken: (name: string, file: string) => boolean
}

export const makeTakenNames = (paths: Iterable<string>): TakenNames => {
  const owners = new Map<string, Set<string>>()
  const add = (path: string): void => {
    const known = owners.get(path.toLowerCase()) ?? new Set()
    owners.set(path.toLowerCase(), known.add(path))
  }
  for (const path of paths) add(path)
  return { add, isTaken: (name, file) => [...(owners.get(name.toLowerCase()) ?? [])].some((path) => path !== file) }
}
