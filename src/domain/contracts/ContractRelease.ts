import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { type DimensionTerms, vocabularyOf, type Vocabulary } from "../taxonomy/ConfigValidation.ts"
import { type ItemId, type ItemRef, dimensionRef, toItemId } from "../taxonomy/ItemRef.ts"
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

/** A release, indexed for look-ups. */
interface ReleaseIndex {
  readonly vocabulary: Vocabulary
  readonly rules: ReadonlyMap<string, ConflictRule>
  readonly has: (item: ItemRef) => boolean
}

export const indexRelease = /* @__PURE__ */ memoizeByIdentity(
  ({ dimensions, rules }: ContractRelease): ReleaseIndex => {
    const vocabulary = vocabularyOf(dimensions, rules)
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const has = (item: ItemRef): boolean => {
      switch (item._tag) {
        case "Dimension":
          return vocabulary.dimensions.has(item.dimension)
        case "Value":
          return vocabulary.dimensions.get(item.dimension)?.codes.has(item.value) ?? false
        case "ConflictRule":
          return byId.has(item.rule)
        case "License":
          return false
      }
    }
    return { vocabulary, rules: byId, has }
  }
)

/** What replaces an item of one release in another one, and why the item went. */
interface ReplacementFacts {
  readonly replacement: ItemReplacement
  readonly reason: string | undefined
}

/**
 * What the newer release recorded of an item that it removed, otherwise what the release of the config says of it, which
 * is all that bodies of format 1 tell. `undefined` if neither says what replaces it, or that nothing does.
 */
export const findReplacement = (
  from: ContractRelease,
  to: ContractRelease,
  item: ItemRef
): ReplacementFacts | undefined => {
  const id = toItemId(item)
  for (const known of [to.removed.get(id), from.deprecations.get(id), from.removed.get(id)]) {
    if (known?.replacement !== undefined) return { replacement: known.replacement, reason: known.reason }
  }
  return undefined
}

/** The removal of an item, or of the dimension that it went with. */
export const findRemoval = ({ removed }: ContractRelease, item: ItemRef): ItemRemoval | undefined =>
  removed.get(toItemId(item)) ??
  (item._tag === "Value" ? removed.get(toItemId(dimensionRef(item.dimension))) : undefined)
