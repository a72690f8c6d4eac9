import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"

/** The translations of the label of an item, and of the reason why it is deprecated or was removed. */
export const labelTranslations = (
  item: ItemRef,
  labels: Translations | undefined,
  reasons: Translations | undefined
): { readonly translations?: Readonly<Record<string, { readonly label?: string; readonly reason?: string }>> } => {
  // Few items have translations, and there may be very many items.
  if (labels === undefined && reasons === undefined) return {}
  const name = labelNames[item._tag]
  const languages = [...new Set([...Object.keys(labels ?? {}), ...Object.keys(reasons ?? {})])].sort(byCodeUnits)
  const translations = languages.flatMap((language) => {
    const [label, reason] = [labels?.[language]?.[name], reasons?.[language]?.["reason"]]
    const texts = {
      ...(typeof label === "string" ? { label } : {}),
      ...(typeof reason === "string" ? { reason } : {})
    }
    return Object.keys(texts).length === 0 ? [] : [[language, texts] as const]
  })
  return translations.length === 0 ? {} : { translations: Object.fromEntries(translations) }
}

/** The text of an item that is its label, by its name in translations. */
const labelNames = { Dimension: "label", Value: "label", License: "name", ConflictRule: "description" } as const
