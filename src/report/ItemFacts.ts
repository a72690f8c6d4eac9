import { findContent, findLabel, type Item } from "../domain/taxonomy/ItemLabels.ts"
import type { ItemRef } from "../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"

/** What a report says of items beyond its changes and findings. */
export interface ItemFacts {
  readonly labelOf: (item: ItemRef) => string | undefined
  /** An item before the changes. */
  readonly itemBefore: (item: ItemRef) => Item | undefined
}

export const noItemFacts: ItemFacts = { labelOf: () => undefined, itemBefore: () => undefined }

/** The facts of the items of two snapshots. An item of both has its newer label. */
export const makeItemFacts = (before: Taxonomy | undefined, after: Taxonomy): ItemFacts => ({
  labelOf: (item) => findLabel(after, item) ?? (before === undefined ? undefined : findLabel(before, item)),
  itemBefore: (item) => (before === undefined ? undefined : findContent(before, item))
})
