import type { DeprecationFacts } from "../../domain/release/removal/DeprecationFacts.ts"
import type { RemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import { consideredItems, replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { DeprecationBody } from "../bodies/DeprecationBody.ts"

/** The facts about a deprecated item as every body has them. */
export const deprecationBody = ({
  deprecation,
  item,
  removal,
  since
}: Pick<DeprecationFacts, "deprecation" | "item" | "removal" | "since">): typeof DeprecationBody.Encoded => {
  const { replaced_by, translations } = deprecation
  const stated = { ...replacementOf(item, deprecation), ...(translations === undefined ? {} : { translations }) }
  return datedBody({ since, removal }, { replaced_by, ...stated })
}

/** What a deprecation states, between its two dates. */
export const datedBody = <Stated extends object>(
  { removal, since }: Pick<DeprecationFacts, "removal" | "since">,
  stated: Stated
) => ({
  since: { version: shortName(since.version), date: since.date },
  ...stated,
  earliest_removal: {
    version: shortName(removal.version),
    date: removal.date,
    after: removal.after.map(shortName),
    ...(removal.deprecated_in === null ? {} : { deprecated_in: shortName(removal.deprecated_in) })
  }
})

/** What replaces an item, and why it is deprecated or was removed. */
export const replacementOf = (item: ItemRef, deprecation: Deprecation) => {
  const { reason, replacement_mode: mode = "one_of" } = deprecation
  return {
    ...replacementFacts({ mode, reason, replacements: replacementItems(item, deprecation) }),
    ...considerationOf(item, deprecation)
  }
}

/** The items to consider in place of one that nothing replaces exactly. */
export const considerationOf = (item: ItemRef, deprecation: Deprecation) =>
  deprecation.consider === undefined ? {} : { consider: consideredItems(item, deprecation).map(formatItem) }

/** The same of an item that was removed. */
export const replacementFacts = ({
  mode,
  reason,
  replacements
}: Pick<RemovedItem, "mode" | "reason" | "replacements">) => ({
  ...(replacements.length === 0 ? {} : { replacement: { mode, items: replacements.map(formatItem) } }),
  ...(reason === undefined ? {} : { reason })
})

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
export const labelNames = { Dimension: "label", Value: "label", License: "name", ConflictRule: "description" } as const
