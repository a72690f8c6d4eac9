import type { DimensionTerms } from "../taxonomy/ConfigValidation.ts"
import type { ItemId, ItemRef } from "../taxonomy/ItemRef.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"

/** What the assessment of contracts needs to know of a release. Histories and bodies of the API both tell it. */
export interface ContractRelease {
  /** Such as `1.2.0`. */
  readonly version: string
  readonly dimensions: ReadonlyArray<DimensionTerms>
  readonly rules: ReadonlyArray<ConflictRule>
  /** The deprecated dimensions and values. */
  readonly deprecations: ReadonlyMap<ItemId, ItemDeprecation>
  /** The items that this release or an earlier one removed. Empty if that is unknown, as in bodies of format 1. */
  readonly removed: ReadonlyMap<ItemId, ItemRemoval>
  /** The releases that added the items, as far as they are known. */
  readonly added: ReadonlyMap<ItemId, string>
}

/** The items that replace an item: each of them does, or all of them together do. Empty if nothing replaces it. */
export interface ItemReplacement {
  readonly mode: "one_of" | "all_of"
  readonly items: ReadonlyArray<ItemRef>
}

export interface ItemDeprecation {
  readonly replacement: ItemReplacement
  readonly reason: string | undefined
  /** The release that deprecated the item. */
  readonly since: { readonly version: string; readonly date: string }
  readonly earliest_removal: EarliestRemoval | undefined
}

export interface EarliestRemoval {
  readonly version: string
  /** `YYYY-MM-DD` in UTC. */
  readonly date: string
  /** The releases that must come first. Format 1 does not record them. */
  readonly after: ReadonlyArray<string>
  /** The release of the newest major that must deprecate the item, too, if none has. */
  readonly deprecated_in: string | undefined
}

export interface ItemRemoval {
  readonly removed_in: string
  /** `undefined` if the item was removed without a deprecation of its own, such as a value with its dimension. */
  readonly replacement: ItemReplacement | undefined
  readonly reason: string | undefined
}
