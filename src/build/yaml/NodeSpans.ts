import { isMap, isNode, isSeq, type YAMLSeq } from "yaml"
import type { Span } from "../../domain/Finding.ts"
import type { Pointer } from "../sources/SourceLayout.ts"
import { findPair } from "./MapPairs.ts"
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
