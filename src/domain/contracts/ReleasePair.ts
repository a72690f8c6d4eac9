import { dimensionRef, toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { ContractRelease, ItemRemoval, ItemReplacement } from "./ContractRelease.ts"

/** What replaces an item of one release in another one, and why the item went. */
export interface ReplacementFacts {
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
