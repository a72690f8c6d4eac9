import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { ItemFacts } from "../ItemFacts.ts"
import { formatItemText } from "../text/ItemText.ts"

/** What takes the place of a deprecated item, in words: `use A or B`. */
export const formatInstead = (
  item: ItemRef,
  deprecation: Deprecation,
  { labelOf }: Pick<ItemFacts, "labelOf">
): string => {
  const items = replacementItems(item, deprecation).map((other) => formatItemText(other, labelOf(other)))
  return items.length === 0 ? "" : `use ${items.join(deprecation.replacement_mode === "all_of" ? " and " : " or ")}`
}
