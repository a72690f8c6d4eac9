import type { Deprecation } from "../taxonomy/Deprecation.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"
import { snapshotOf, type Item } from "../vocabulary/Snapshot.ts"

/** An item with its texts, whatever kind it is. */
export interface ItemEntry {
  readonly item: ItemRef
  /** The label, or the name of a license; conflict rules have none. */
  readonly label: string | undefined
  readonly texts: ItemTexts
}

/** An item as far as it holds texts for people. Those that not every item has are known to the vocabulary. */
interface ItemTexts {
  readonly description: string
  readonly translations?: Translations
  readonly deprecated?: Deprecation
}

/** Every item of a snapshot, in its order. */
export const itemEntries = (taxonomy: Taxonomy): ReadonlyArray<ItemEntry> =>
  Array.from(snapshotOf(taxonomy).items(), ({ content, item }) => toEntry(item, content))

/** The references of all items of a snapshot, in its order. */
export const itemRefs = (taxonomy: Taxonomy): ReadonlyArray<ItemRef> =>
  Array.from(snapshotOf(taxonomy).items(), ({ item }) => item)

/** Finds an item of a snapshot. */
export const findEntry = (taxonomy: Taxonomy, item: ItemRef): ItemEntry | undefined => {
  const content = snapshotOf(taxonomy).get(item)
  return content && toEntry(item, content)
}

const toEntry = (item: ItemRef, content: Item): ItemEntry => {
  if ("values" in content) {
    // The name of a dimension is its code, not a text.
    const { name: _, ...texts } = content
    return { item, label: texts.label, texts }
  }
  return {
    item,
    label: "label" in content ? content.label : "name" in content ? content.name : undefined,
    texts: content
  }
}
