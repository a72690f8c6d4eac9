import { asSentence } from "../../domain/Sentence.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatItemText } from "./ItemText.ts"

/** What replaces a deprecated item, and the reason, as sentences: "Use A (x/A) or B (x/B)." */
export const formatInsteadText = (taxonomy: Taxonomy, item: ItemRef, deprecation: Deprecation): string => {
  const items = replacementItems(item, deprecation).map((other) =>
    formatItemText(other, snapshotOf(taxonomy).labelOf(other))
  )
  const use = `Use ${items.join(deprecation.replacement_mode === "all_of" ? " and " : " or ")}.`
  const sentences = [
    ...(items.length === 0 ? ["It has no replacement."] : [use]),
    ...(deprecation.reason === undefined ? [] : [`Reason: ${asSentence(deprecation.reason)}`])
  ]
  return sentences.join(" ")
}
