import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { toLabelTranslations } from "./LabelTranslations.ts"
import type { Translations } from "./Translate.ts"

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
  switch (item._tag) {
    case "Dimension":
      return snapshotOf(taxonomy).dimension(item.dimension)
    case "Value":
      return findValue(taxonomy, item.dimension, item.value)
    case "License": {
      const license = findLicense(taxonomy, item.license)
      return license === undefined ? undefined : licenseTexts(license)
    }
    case "ConflictRule":
      return findRule(taxonomy, item.rule)
  }
}

export const findValue = (taxonomy: Taxonomy, dimension: string, code: string): Value | undefined => {
  const found = snapshotOf(taxonomy).dimension(dimension)
  return found === undefined ? undefined : findValueOf(found, code)
}

export const findValueOf = (dimension: Dimension, code: string): Value | undefined => valuesOf(dimension).get(code)

export const findLicense = (taxonomy: Taxonomy, code: string): License | undefined => licensesOf(taxonomy).get(code)

export const findRule = ({ rules }: Taxonomy, id: string): ConflictRule | undefined =>
  rules.find((rule) => rule.id === id)

// A taxonomy may have very many values, and views look up many of them.
const valuesOf = memoizeByIdentity(
  ({ values }: Dimension): ReadonlyMap<string, Value> => new Map(values.map((value) => [value.code, value]))
)

const licensesOf = memoizeByIdentity(
  ({ licenses }: Taxonomy): ReadonlyMap<string, License> => new Map(licenses.map((each) => [each.code, each]))
)

const licenseTexts = memoizeByIdentity(({ deprecated, description, name, translations }: License): ItemTexts => ({
  label: name,
  description,
  deprecated,
  translations: translations && toLabelTranslations(translations)
}))
