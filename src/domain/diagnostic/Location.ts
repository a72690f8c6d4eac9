import type { Deprecation } from "../taxonomy/Deprecation.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"

/** The keys and indexes that lead to a node of a document. An entry of a list is named by its index or by its code. */
export type Path = ReadonlyArray<string | number>

/** A range of a text, as offsets in UTF-16 code units. */
export type Span = readonly [start: number, end: number]

/**
 * Where a finding points. The domain knows items, not the files that hold them: `src/build` maps the one to the other.
 * `key` points to the last key of the path rather than to its value.
 */
export type Location =
  | ItemLocation
  /** The taxonomy's own texts and the declared version. */
  | { readonly _tag: "Header"; readonly path: Path; readonly within?: string }
  | { readonly _tag: "Waiver"; readonly index: number }
  /** A file of the sources, relative to their folder. `span` (offsets) and `line` replace the path in what is not YAML. */
  | {
      readonly _tag: "Source"
      readonly file: string
      readonly path?: Path
      readonly key?: boolean
      readonly span?: Span
      readonly line?: number
    }
  /** A file or folder of the releases, relative to their folder. */
  | { readonly _tag: "Release"; readonly file: string; readonly line?: number }

export interface ItemLocation {
  readonly _tag: "Item"
  readonly item: ItemRef
  readonly path: Path
  readonly key?: boolean
  /** Characters of the text at the path: the location is that of the first of them, if the source has them as they are. */
  readonly within?: string
}

export const inItem = (item: ItemRef, ...path: Path): ItemLocation => ({ _tag: "Item", item, path })

/** Leads from a deprecated item to one of its replacements, as the sources write them. */
export const replacementPath = ({ replacement_mode }: Deprecation, index: number): Path => [
  "deprecated",
  "replaced_by",
  ...(replacement_mode === undefined ? [] : [replacement_mode]),
  index
]

export const inHeader = (...path: Path): Location => ({ _tag: "Header", path })

export const inWaiver = (index: number): Location => ({ _tag: "Waiver", index })

export const inSource = (
  file: string,
  place: Omit<Extract<Location, { _tag: "Source" }>, "_tag" | "file">
): Location => ({
  _tag: "Source",
  file,
  ...place
})

export const inRelease = (file: string, line?: number): Location => ({
  _tag: "Release",
  file,
  ...(line === undefined ? {} : { line })
})
