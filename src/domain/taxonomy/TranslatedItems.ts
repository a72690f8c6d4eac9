import { conflictRuleRef, dimensionRef, licenseRef, valueRef, type ItemRef } from "./ItemRef.ts"
import type { Taxonomy } from "./Taxonomy.ts"
import { annotatedValues } from "./traits/AnnotatedValues.ts"
import type { Translations } from "./Translations.ts"

/** Texts that have translations: those of an item, of its deprecation, or of the taxonomy itself. */
export interface TranslatedTexts {
  /** `undefined` for the texts of the taxonomy itself. */
  readonly item: ItemRef | undefined
  /** Leads from the item to the translations. */
  readonly path: ReadonlyArray<string>
  /** The texts in the sources' own language, among other fields. */
  readonly texts: object
  readonly translations: Translations
}

/** All translated texts of a snapshot, in its order. */
export const translatedTextsOf = (taxonomy: Taxonomy): ReadonlyArray<TranslatedTexts> => [
  ...translated(() => undefined, taxonomy),
  ...taxonomy.dimensions.flatMap((dimension) => [
    ...translated(() => dimensionRef(dimension.name), dimension),
    ...annotatedValues(dimension.values).flatMap((value) =>
      translated(() => valueRef(dimension.name, value.code), value)
    )
  ]),
  ...taxonomy.licenses.flatMap((license) => translated(() => licenseRef(license.code), license)),
  ...taxonomy.rules.flatMap((rule) => translated(() => conflictRuleRef(rule.id), rule))
]

interface Texts {
  readonly translations?: Translations
  readonly deprecated?: { readonly translations?: Translations }
}

const translated = (refer: () => ItemRef | undefined, texts: Texts): ReadonlyArray<TranslatedTexts> => {
  const { deprecated, translations } = texts
  // Few taxonomies have translations, and there may be many values.
  if (translations === undefined && deprecated?.translations === undefined) return none
  const item = refer()
  return [
    ...(translations === undefined ? [] : [{ item, path: ["translations"], texts, translations }]),
    ...(deprecated?.translations === undefined
      ? []
      : [{ item, path: ["deprecated", "translations"], texts: deprecated, translations: deprecated.translations }])
  ]
}

const none: ReadonlyArray<never> = []
