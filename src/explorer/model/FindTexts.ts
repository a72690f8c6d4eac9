import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { toLabelTranslations } from "./LabelTranslations.ts"

/** The texts of an item of a release. */
export interface ItemTexts {
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

const licenseTexts = memoizeByIdentity(({ deprecated, description, name, translations }: License): ItemTexts => ({
  label: name,
  description,
  deprecated,
  translations: translations && toLabelTranslations(translations)
}))
