import * as Result from "effect/Result"
import { isMap, isNode, isSeq, LineCounter, type YAMLSeq } from "yaml"
import type { Finding } from "../../domain/diagnostic/Finding.ts"
import type { Span } from "../../domain/diagnostic/Location.ts"
import type { Version } from "../../domain/taxonomy/Version.ts"
import { joinRoot, toPointer, type Pointer } from "../sources/SourceLayout.ts"
import { decodeSource } from "../sources/SourceText.ts"
import type { SourceEntry, SourceTree } from "../sources/SourceTree.ts"
import { findPair } from "../yaml/MapPairs.ts"
import { parseYaml, type YamlSource } from "../yaml/YamlSource.ts"

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
}

/** The span of an item in the sources of a release. */
export interface RelatedSpan {
  readonly place: SourceSpan
  readonly release: Version
}

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
  const entries = new Map(tree.map((entry) => [entry.path, entry]))
  const texts = new Map<string, SourceLines>()
  const textOf = (file: string): SourceLines => {
    const known = texts.get(file) ?? readLines(entries.get(file), file)
    texts.set(file, known)
    return known
  }
  return findings.map((finding) => {
    const pointer = toPointer(finding.location)
    const { file, root = "sources" } = pointer
    const lines = root === "releases" ? noLines : textOf(file)
    return { ...finding, place: { file: joinRoot(roots[root], file), ...resolve(pointer, lines) } }
  })
}

interface SourceLines {
  readonly text: string
  readonly lines: LineCounter
  readonly document: YamlSource | undefined
}

const noLines: SourceLines = { text: "", lines: new LineCounter(), document: undefined }

const readLines = (entry: SourceEntry | undefined, file: string): SourceLines => {
  const text = entry === undefined ? undefined : Result.getOrUndefined(decodeSource(entry))
  if (text === undefined) return noLines
  return { text, lines: indexLines(text), document: Result.getOrUndefined(parseYaml(file, text)) }
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
  return spanAt({ text, lines }, start, end)
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

/** The offsets of the node at a path, or of the last existing node on the way. */
const spanOf = (document: YamlSource, { key, path }: Pointer): Span => {
  let node: unknown = document.contents
  let span = rangeOf(node)
  for (const [depth, part] of path.entries()) {
    const isLast = depth === path.length - 1
    const pair = isMap(node) ? findPair(node, part) : undefined
    const next = pair !== undefined ? pair.value : isSeq(node) ? itemOf(node, part) : undefined
    if (isLast && key === true && pair !== undefined) return rangeOf(pair.key)
    // An empty value has no extent: its key has.
    span = next === null || next === undefined ? rangeOf(pair?.key ?? node) : rangeOf(next)
    if (next === undefined || next === null) return span
    node = next
  }
  return span
}

const itemOf = (list: YAMLSeq, part: string | number): unknown =>
  typeof part === "number" ? list.items[part] : itemsByCode(list).get(part)

/** The first entry of a list with each code. Indexed once per list, since many findings can point into one. */
export const itemsByCode = (list: YAMLSeq): ReadonlyMap<unknown, unknown> => {
  const known = indexes.get(list)
  if (known !== undefined) return known
  const items = new Map<unknown, unknown>()
  for (const item of list.items) {
    const code = isMap(item) ? item.get("code") : undefined
    if (!items.has(code)) items.set(code, item)
  }
  indexes.set(list, items)
  return items
}

const indexes = new WeakMap<YAMLSeq, ReadonlyMap<unknown, unknown>>()

const rangeOf = (node: unknown): Span => (isNode(node) && node.range ? [node.range[0], node.range[1]] : [0, 0])
