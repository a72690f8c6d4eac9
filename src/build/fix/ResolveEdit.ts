import { isMap, isNode, isPair, isSeq } from "yaml"
import type { FixEdit, Span } from "../../domain/Finding.ts"
import type { Splice } from "../../edit/Splice.ts"
import { toPointer, type Pointer } from "../sources/SourceLayout.ts"
import { findPair } from "../yaml/MapPairs.ts"
import { itemsByCode, spanOf } from "../yaml/NodeSpans.ts"
import type { YamlSource } from "../yaml/YamlSource.ts"

/** A source that edits point into. */
export interface EditableSource {
  /** As a reader sees it: without a byte order mark, with LF at the ends of lines. */
  readonly text: string
  /** `undefined` if the text is not YAML. */
  readonly document: YamlSource | undefined
}

/** What an edit changes: a range of a source, and the text that takes its place. */
export interface TextEdit<Source extends EditableSource> extends Splice {
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
  const { entry } = findEntry(document, pointer)
  if (entry === undefined || (isPair(entry) && pointer.key !== true && !isNode(entry.value))) return undefined
  return spanOf(document, pointer)
}

const findEntry = (document: YamlSource, { path }: Pointer): { collection?: unknown; entry?: unknown } => {
  let collection: unknown
  let entry: unknown
  let node: unknown = document.contents
  for (const part of path) {
    collection = node
    entry = isMap(node)
      ? findPair(node, part)
      : isSeq(node)
        ? typeof part === "number"
          ? node.items[part]
          : itemsByCode(node).get(part)
        : undefined
    if (entry === undefined) return {}
    node = isPair(entry) ? entry.value : entry
  }
  return { collection, entry }
}
