import { isMap, isScalar, isSeq } from "yaml"
import type { Path } from "../../domain/Finding.ts"
import { findPair } from "./MapPairs.ts"
import { setOwnProperty } from "./OwnProperty.ts"
import type { YamlSource } from "./YamlSource.ts"

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
}

export const sourceValues = (document: YamlSource): SourceValues => {
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
    }
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
