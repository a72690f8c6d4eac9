import { isMap, isNode, isSeq, type LineCounter, type YAMLSeq, isScalar, type Pair, type YAMLMap } from "yaml"
import type { Span, Path } from "../../domain/Finding.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Pointer } from "../sources/SourceTree.ts"
import { setOwnProperty } from "./PlainScalars.ts"
import type { YamlSource } from "./YamlSource.ts"

/** The offsets of the node at a path, or of the last existing node on the way. */
export const spanOf = (document: YamlSource, { key, path }: Pointer): Span => {
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

/** The entry of a list by its index or its code. */
export const itemOf = (list: YAMLSeq, part: string | number): unknown =>
  typeof part === "number" ? list.items[part] : itemsByCode(list).get(part)

/** The first entry of a list with each code. Indexed once per list, since many findings can point into one. */
export const itemsByCode = memoizeByIdentity(
  ({ items }: YAMLSeq): ReadonlyMap<unknown, unknown> =>
    new Map(items.toReversed().map((item) => [isMap(item) ? item.get("code") : undefined, item]))
)

const rangeOf = (node: unknown): Span => (isNode(node) && node.range ? [node.range[0], node.range[1]] : [0, 0])

/** The pair of a map with a key. Maps are indexed once, since each of many keys can have a finding. */
export const findPair = (map: YAMLMap, key: unknown): Pair | undefined => pairsByKey(map).get(key)

const pairsByKey = memoizeByIdentity(
  ({ items }: YAMLMap): ReadonlyMap<unknown, Pair> =>
    new Map(items.toReversed().flatMap((pair) => (isScalar(pair.key) ? [[pair.key.value, pair]] : [])))
)

/**
 * The content of a source as plain values. An accepted source has no references and only text as keys, so this takes a
 * third of the time of `toJS`, which supports both.
 */
export const plainContent = ({ contents }: YamlSource): unknown => plainValue(contents)

/** What an editor wrote at a path. */
export interface SourceValues {
  /** A scalar as text, and as YAML reads it. */
  readonly scalarAt: (
    path: Path
  ) => { readonly written: string; readonly value: unknown; readonly quoted: boolean } | undefined
  /** The keys of a map; empty for anything else. */
  readonly keysAt: (path: Path) => ReadonlyArray<string>
  /** The texts that are entries of lists at a path or below it. */
  readonly entriesAt: (
    path: Path
  ) => ReadonlyArray<{ readonly text: string; readonly path: Path; readonly line: number }>
}

export const sourceValues = (document: YamlSource, lines: Pick<LineCounter, "linePos">): SourceValues => {
  const nodeAt = (path: Path): unknown =>
    path.reduce<unknown>((node, part) => {
      if (isMap(node)) return findPair(node, part)?.value
      return isSeq(node) && typeof part === "number" ? node.items[part] : undefined
    }, document.contents)
  return {
    scalarAt: (path) => {
      const node = nodeAt(path)
      return isScalar(node)
        ? { written: node.source ?? "", value: node.value, quoted: node.type?.startsWith("QUOTE") === true }
        : undefined
    },
    keysAt: (path) => {
      const node = nodeAt(path)
      return isMap(node) ? node.items.map(({ key }) => String(key)) : []
    },
    entriesAt: (path) =>
      [...textsIn(nodeAt(path), path)].map(([path, text, start]) => ({ path, text, line: lines.linePos(start).line }))
  }
}

/** The texts of lists within a node, with their paths and where they start. */
function* textsIn(node: unknown, path: Path): Generator<readonly [path: Path, text: string, start: number]> {
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      if (isScalar(item) && typeof item.value === "string") yield [[...path, index], item.value, rangeOf(item)[0]]
      else yield* textsIn(item, [...path, index])
    }
  } else if (isMap(node)) {
    for (const { key, value } of node.items) yield* textsIn(value, [...path, String(key)])
  }
}

const plainValue = (node: unknown): unknown => {
  if (isMap(node)) {
    const map: Record<string, unknown> = {}
    for (const { key, value } of node.items)
      setOwnProperty(map, isScalar(key) ? String(key.value) : "", plainValue(value))
    return map
  }
  if (isSeq(node)) return node.items.map(plainValue)
  return isScalar(node) ? node.value : null
}
