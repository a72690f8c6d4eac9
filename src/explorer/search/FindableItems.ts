import { itemEntries, type ItemEntry } from "../../domain/lookup/ItemUses.ts"
import { empty } from "../../domain/taxonomy/Normalize.ts"
import type { Catalog } from "../model/Catalog.ts"
import { findTexts } from "../model/FindTexts.ts"
import { refOf } from "../model/ItemAddress.ts"
import type { Release } from "../model/Release.ts"

/** The items of a release with all of their texts, then those that only other releases have, with their last ones. */
export function* findableItems({ taxonomy }: Release, { items }: Catalog): Generator<ItemEntry> {
  // There may be many items, and whoever takes them may pause.
  for (const dimension of taxonomy.dimensions) yield* itemEntries({ ...empty, dimensions: [dimension] })
  yield* itemEntries({ ...taxonomy, dimensions: [] })
  for (const entry of items) {
    const item = refOf(entry)
    if (findTexts(taxonomy, item) !== undefined) continue
    const { label, reason, translations } = entry
    const texts = {
      // The description of a rule stands in the place of its label.
      ...(entry.kind === "rule" ? { description: label } : { label, description: "" }),
      ...(translations === undefined ? {} : { translations }),
      ...(reason === undefined ? {} : { deprecated: { replaced_by: [], reason } })
    }
    yield { item, label: entry.kind === "rule" ? undefined : label, texts }
  }
}
