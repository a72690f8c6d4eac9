import * as Result from "effect/Result"
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type YAMLSeq } from "yaml"
import type { Finding, Pointer } from "../../domain/diagnostic/Finding.ts"
import { toPointer } from "../sources/SourceLayout.ts"
import { sourceText } from "../sources/SourceText.ts"
import type { SourceTree } from "../sources/SourceTree.ts"
import { parseYaml, type YamlSource } from "../yaml/YamlSource.ts"

/** A place in a file: lines and columns count from 1, columns in UTF-16 code units; the end is behind the last one. */
export interface Place {
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
  readonly place?: Place
  /** Other places that tell something of it, such as where a removed item stood. */
  readonly related?: ReadonlyArray<RelatedPlace>
}

export interface RelatedPlace {
  readonly place: Place
  readonly message: string
}

/** Where the roots of pointers lie, as the user named them. */
export interface Roots {
  readonly sources: string
  readonly releases: string
}

/** Gives findings their places. Sources are parsed again for that, once each, and only those that have findings. */
export const locate = (
  tree: SourceTree,
  roots: Roots,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<LocatedFinding> => {
  const texts = new Map<string, LocatableText>()
  const textOf = (file: string): LocatableText => {
    const known = texts.get(file)
    if (known !== undefined) return known
    const text = locatable(tree, file)
    texts.set(file, text)
    return text
  }
  return findings.map((finding) => {
    const at = finding.location === undefined ? finding.at : toPointer(finding.location)
    if (at === undefined) return finding
    const root = roots[at.root ?? "sources"]
    const file = root === "." || root === "" ? at.file : `${root.replace(/\/+$/, "")}/${at.file}`
    return { ...finding, place: { file, ...placeOf(at, at.root === "releases" ? noText : textOf(at.file)) } }
  })
}

interface LocatableText {
  readonly text: string
  readonly lines: LineCounter
  readonly document: YamlSource | undefined
}

const noText: LocatableText = { text: "", lines: new LineCounter(), document: undefined }

const locatable = (tree: SourceTree, file: string): LocatableText => {
  const entry = tree.find(({ path }) => path === file)
  const text = entry === undefined ? undefined : Result.getOrUndefined(sourceText(entry))
  if (text === undefined) return noText
  return { text, lines: linesOf(text), document: Result.getOrUndefined(parseYaml(file, text)) }
}

export const linesOf = (text: string): LineCounter => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1)
  return lines
}

const placeOf = (at: Pointer, { document, lines, text }: LocatableText): Omit<Place, "file"> => {
  if (at.line !== undefined || text === "") {
    const line = at.line ?? 1
    return { line, column: 1, end_line: line, end_column: 1 }
  }
  const [start, end] = at.span ?? (document === undefined ? [0, 0] : spanOf(document, at))
  return placeAt({ text, lines }, start, end)
}

/** The place of a stretch of a text, given by offsets. */
export const placeAt = (
  { lines, text }: Pick<LocatableText, "lines" | "text">,
  start: number,
  end: number
): Omit<Place, "file"> => {
  const from = lines.linePos(Math.min(start, text.length))
  const to = lines.linePos(Math.min(Math.max(end, start), text.length))
  const lineEnd = text.indexOf("\n", start)
  const lineStart = start - from.col + 1
  return {
    line: from.line,
    column: from.col,
    end_line: to.line,
    end_column: to.col,
    text: text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd)
  }
}

/** The offsets of the node that a path leads to; of the last node on the way where the path goes on. */
const spanOf = (document: YamlSource, { key, path }: Pointer): readonly [number, number] => {
  let node: unknown = document.contents
  let span = rangeOf(node)
  for (const [depth, part] of path.entries()) {
    const last = depth === path.length - 1
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === part)
      : undefined
    const next = isPair(pair) ? pair.value : isSeq(node) ? itemOf(node, part) : undefined
    if (last && key === true && pair !== undefined) return rangeOf(pair.key)
    // An empty value has no extent of its own: its key shows the place.
    span = next === null || next === undefined ? rangeOf(pair?.key ?? node) : rangeOf(next)
    if (next === undefined || next === null) return span
    node = next
  }
  return span
}

const itemOf = (list: YAMLSeq, part: string | number): unknown =>
  typeof part === "number" ? list.items[part] : itemsByCode(list).get(part)

/** Many findings may point into one list. */
const itemsByCode = (list: YAMLSeq): ReadonlyMap<unknown, unknown> => {
  const known = indexed.get(list)
  if (known !== undefined) return known
  const items = new Map<unknown, unknown>()
  for (const item of list.items) {
    const code = isMap(item) ? item.get("code") : undefined
    if (!items.has(code)) items.set(code, item)
  }
  indexed.set(list, items)
  return items
}

const indexed = new WeakMap<YAMLSeq, ReadonlyMap<unknown, unknown>>()

const rangeOf = (node: unknown): readonly [number, number] =>
  isNode(node) && node.range ? [node.range[0], node.range[1]] : [0, 0]
