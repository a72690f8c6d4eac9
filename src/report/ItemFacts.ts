import { memoizeByIdentity } from "../domain/MemoizeByIdentity.ts"
import { deprecatedItems } from "../domain/release/removal/DeprecationClock.ts"
import type { Deprecation } from "../domain/taxonomy/Deprecation.ts"
import { findLabel } from "../domain/taxonomy/ItemLabels.ts"
import { toItemId, type ItemId, type ItemRef } from "../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"

/** What a report says of items beyond its changes and findings. */
export interface ItemFacts {
  readonly labelOf: (item: ItemRef) => string | undefined
  /** The deprecation of an item before the changes. */
  readonly deprecationOf: (item: ItemRef) => Deprecation | undefined
}

export const noItemFacts: ItemFacts = { labelOf: () => undefined, deprecationOf: () => undefined }

/** The facts of the items of two snapshots. An item of both has its newer label. */
export const makeItemFacts = (before: Taxonomy | undefined, after: Taxonomy): ItemFacts => ({
  labelOf: (item) => findLabel(after, item) ?? (before === undefined ? undefined : findLabel(before, item)),
  deprecationOf: (item) => (before === undefined ? undefined : deprecationsOf(before).get(toItemId(item)))
})

const deprecationsOf = memoizeByIdentity(
  (taxonomy: Taxonomy): ReadonlyMap<ItemId, Deprecation> =>
    new Map(deprecatedItems(taxonomy).map(({ deprecation, item }) => [toItemId(item), deprecation]))
)
