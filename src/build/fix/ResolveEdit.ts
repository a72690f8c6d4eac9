import { isMap, isNode, isPair, isSeq, type Pair } from "yaml"
import type { FixEdit } from "../../domain/diagnostic/Fix.ts"
import type { Span } from "../../domain/diagnostic/Location.ts"
import type { Splice } from "../../edit/Splice.ts"
import { toPointer, type Pointer } from "../sources/SourceLayout.ts"
import { findPair } from "../yaml/MapPairs.ts"
import { itemsByCode, spanOf } from "../yaml/NodeSpans.ts"
import type { YamlSource } from "../yaml/YamlSource.ts"
import { keepNote } from "./ValueNotes.ts"

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
  if (edit._tag === "Remove") {
    const span = pointer.span ?? (source.document && entrySpan(source.text, source.document, pointer))
    return span && { source, start: span[0], end: span[1], text: "" }
  }
  const span = pointer.span ?? (source.document && existingSpan(source.document, pointer))
  if (span === undefined) return undefined
  // The line break after a block text separates it from the next key.
  const [start, end] = span
  const contentEnd = source.text[end - 1] === "\n" && end > start ? end - 1 : end
  const splice = keepNote(source.text, { start, end: contentEnd, text: edit.text })
  return splice && { source, ...splice }
}

/** The span of the node or key that exists at the whole path. */
const existingSpan = (document: YamlSource, pointer: Pointer): Span | undefined => {
  const { entry } = findEntry(document, pointer)
  if (entry === undefined || (isPair(entry) && pointer.key !== true && !isNode(entry.value))) return undefined
  return spanOf(document, pointer)
}

/** The span of an entry with what separates it from its neighbors: its lines, or its comma. */
const entrySpan = (text: string, document: YamlSource, pointer: Pointer): Span | undefined => {
  const { collection, entry } = findEntry(document, pointer)
  if ((!isMap(collection) && !isSeq(collection)) || entry === undefined) return undefined
  const items: ReadonlyArray<unknown> = collection.items
  const index = items.indexOf(entry)
  const [own, next, previous] = [spanOfEntry(entry), items[index + 1], items[index - 1]]
  if (own === undefined || items.length === 1) return undefined
  const following = next === undefined ? undefined : spanOfEntry(next)
  if (collection.flow === true) {
    if (following !== undefined) return [own[0], following[0]]
    const before = spanOfEntry(previous)
    return before && [before[1], own[1]]
  }
  const lineStart = text.lastIndexOf("\n", own[0] - 1) + 1
  const lead = text.slice(lineStart, own[0])
  const isWholeLine = isSeq(collection) ? /^ *- +$/.test(lead) : lead.trim() === ""
  if (!isWholeLine) return following && [own[0], following[0]]
  const lineEnd = text.indexOf("\n", Math.max(own[0], own[1] - 1))
  return [lineStart, lineEnd < 0 ? text.length : lineEnd + 1]
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

const spanOfEntry = (entry: unknown): Span | undefined => {
  if (isNode(entry)) return entry.range ? [entry.range[0], entry.range[1]] : undefined
  if (!isPair(entry)) return undefined
  const { key, value }: Pair = entry
  const [from, to] = [isNode(key) ? key.range : undefined, isNode(value) ? value.range : undefined]
  return from ? [from[0], to?.[1] ?? from[1] + 1] : undefined
}
