import type { ItemRef } from "../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import { snapshotOf, type Item } from "../domain/vocabulary/Snapshot.ts"

/** What a report says of items beyond its changes and findings. */
export interface ItemFacts {
  readonly labelOf: (item: ItemRef) => string | undefined
  /** An item before the changes. */
  readonly itemBefore: (item: ItemRef) => Item | undefined
}

export const noItemFacts: ItemFacts = { labelOf: () => undefined, itemBefore: () => undefined }

/** The facts of the items of two snapshots. An item of both has its newer label. */
export const makeItemFacts = (before: Taxonomy | undefined, after: Taxonomy): ItemFacts => ({
  labelOf: (item) =>
    snapshotOf(after).labelOf(item) ?? (before === undefined ? undefined : snapshotOf(before).labelOf(item)),
  itemBefore: (item) => (before === undefined ? undefined : snapshotOf(before).get(item))
})
