import { type Change, changedItem, isDeprecation, removedItem } from "../../../domain/change/Change.ts"
import { formatItem } from "../../../domain/taxonomy/ItemRef.ts"
import type { Catalog } from "../../model/Catalog.ts"
import { findNotice, removedNotice, type Notice } from "../../model/Notice.ts"
import type { Languages } from "../../model/Translate.ts"
import type { Comparison } from "../compare/Comparison.ts"

/** What there is to say of an item that a change removes or deprecates; `undefined` of other changes. */
export const findChangeNotice = (
  catalog: Catalog,
  { after, before }: Comparison,
  change: Change,
  languages: Languages,
  today: string
): Notice | undefined => {
  const removed = removedItem(change)
  if (removed !== undefined) {
    // An older release than the deprecation does not know what replaces the item.
    const entry = catalog.itemOf.get(formatItem(removed))
    if (entry?.removed_in !== undefined) return removedNotice(catalog, entry, languages, today)
    return before && findNotice(catalog, before, removed, languages, today)
  }
  const item = isDeprecation(change) ? changedItem(change) : undefined
  return item && findNotice(catalog, after, item, languages, today)
}
