import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { type Catalog, compareVersions } from "./Catalog.ts"
import { type ShownRelease, toLabelTranslations } from "./Release.ts"
import { findTranslation, type Languages, type TranslatedText } from "./Translate.ts"

/** What a release, or the working tree, has of an item. */
export type ItemState =
  | { readonly _tag: "Present" }
  | { readonly _tag: "Deprecated" }
  /** Only the working tree has it. */
  | { readonly _tag: "New" }
  /** Gone since a release. */
  | { readonly _tag: "Removed"; readonly version: string }
  /** The newest release has it, the working tree does not. */
  | { readonly _tag: "Dropped" }
  /** A later release added it. */
  | { readonly _tag: "Later"; readonly version: string }
  /** No release has it. */
  | { readonly _tag: "Unknown" }

export const itemState = (catalog: Catalog, { isDraft, taxonomy, version }: ShownRelease, item: ItemRef): ItemState => {
  const texts = findTexts(taxonomy, item)
  const entry = catalog.itemOf.get(formatItem(item))
  if (texts !== undefined) {
    if (isDraft && (entry === undefined || entry.removed_in !== undefined)) return { _tag: "New" }
    return texts.deprecated === undefined ? { _tag: "Present" } : { _tag: "Deprecated" }
  }
  if (entry === undefined) return { _tag: "Unknown" }
  if (!isDraft && compareVersions(entry.added_in, version) > 0) return { _tag: "Later", version: entry.added_in }
  if (entry.removed_in !== undefined) return { _tag: "Removed", version: entry.removed_in }
  return isDraft ? { _tag: "Dropped" } : { _tag: "Later", version: entry.added_in }
}

/** The label of an item in a release, or its last one. `undefined` for conflict rules and unknown items. */
export const labelOf = (
  catalog: Catalog,
  { taxonomy }: ShownRelease,
  item: ItemRef,
  languages: Languages
): TranslatedText | undefined => {
  if (item._tag === "ConflictRule") return undefined
  const texts = findTexts(taxonomy, item) ?? catalog.itemOf.get(formatItem(item))
  return texts === undefined ? undefined : findTranslation(texts, "label", languages)
}

/** The texts of an item of a release. */
interface ItemTexts {
  /** The label, or the name of a license; conflict rules have none. */
  readonly label?: string | undefined
  readonly description: string
  readonly definition?: string | undefined
  /** With the name of a license under `label`. */
  readonly translations?: Translations | undefined
  readonly deprecated?: Deprecation | undefined
}

/** The texts of an item; `undefined` if the release does not have it. */
export const findTexts = (taxonomy: Taxonomy, item: ItemRef): ItemTexts | undefined => {
  const found = snapshotOf(taxonomy).get(item)
  return found !== undefined && "config" in found ? licenseTexts(found) : found
}

const licenseTexts = memoizeByIdentity(({ name, translations, ...license }: License): ItemTexts => ({
  ...license,
  label: name,
  translations: translations && toLabelTranslations(translations)
}))
