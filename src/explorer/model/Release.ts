import type {
  Deprecation as DeprecationBody,
  Dimension as DimensionBody,
  LicenseEntry,
  TaxonomySchema,
  ValueDetails
} from "../../client/model/Model.generated.ts"
import { rulesOfBody } from "../../domain/contracts/ReleaseOfBodies.ts"
import type { RemovalForecast } from "../../domain/release/removal/RemovalForecast.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import {
  dimensionRef,
  type ItemId,
  type ItemRef,
  licenseRef,
  toItemId,
  valueRef
} from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension, License, Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"

/** A release, or the draft, as the views show it. */
export interface ShownRelease {
  /** Such as `1.2.0`; for the draft the version that its sources declare. */
  readonly version: string
  readonly isDraft: boolean
  /** The release that the pipeline compares the draft with. Missing for a release, and before the first one. */
  readonly draftBase?: string
  /** ISO 8601 in UTC; of the draft the time of its check. */
  readonly publishedAt: string
  readonly taxonomy: Taxonomy
  /** What it publishes. Missing for a draft that cannot be read. */
  readonly body?: TaxonomySchema
  /** The releases that deprecated its items, such as `v1.1`, and their days. */
  readonly deprecations: ReadonlyMap<ItemId, DeprecationBody["since"]>
  /** When the deprecated items of the draft can be removed, by name, as its check says. */
  readonly due?: ReadonlyMap<string, RemovalForecast>
}

/** The draft if its sources cannot be read as a taxonomy. */
export const unreadableDraft: ShownRelease = {
  version: "",
  isDraft: true,
  publishedAt: "",
  taxonomy: { namespace: "", title: "Draft", description: "", dimensions: [], licenses: [], rules: [] },
  deprecations: new Map()
}

/** Makes the taxonomy of a release from its published body, in artifact format 1 or 2. */
export const toRelease = (body: TaxonomySchema, isDraft = false): ShownRelease => {
  const deprecations = new Map<ItemId, DeprecationBody["since"]>()
  const deprecatedOf = (item: ItemRef, deprecation: DeprecationBody | undefined) => {
    if (deprecation === undefined) return {}
    deprecations.set(toItemId(item), deprecation.since)
    return { deprecated: toDeprecation(item, deprecation) }
  }
  const toValue = (
    dimension: string,
    code: string,
    { deprecation, list_translations, translations, ...texts }: ValueDetails
  ): Value => ({
    code,
    ...texts,
    ...(translations && { translations }),
    ...(list_translations && { translations: withLists(translations, list_translations) }),
    ...deprecatedOf(valueRef(dimension, code), deprecation)
  })
  const toDimension = (
    dimension: string,
    { deprecation, name, translations, value_details, values, ...others }: DimensionBody
  ): Dimension => ({
    ...others,
    name: dimension,
    // The body of a dimension calls the label its name, and so do its translations.
    label: name,
    ...(translations && { translations: toLabelTranslations(translations) }),
    ...deprecatedOf(dimensionRef(dimension), deprecation),
    values: values.flatMap((code) => {
      const details = Object.hasOwn(value_details, code) ? value_details[code] : undefined
      return details === undefined ? [] : [toValue(dimension, code, details)]
    })
  })
  const toLicense = ({ deprecation, ...license }: LicenseEntry): License => ({
    ...license,
    ...deprecatedOf(licenseRef(license.code), deprecation)
  })
  return {
    version: body._meta.release,
    isDraft,
    publishedAt: body.published_at,
    body,
    taxonomy: {
      ...headerOf(body),
      dimensions: Object.entries(body.dimensions).map(([name, dimension]) => toDimension(name, dimension)),
      licenses: body.base_licenses.map(toLicense),
      rules: rulesOfBody(body.validation_rules)
    },
    deprecations
  }
}

const headerOf = (body: TaxonomySchema): Omit<Taxonomy, "dimensions" | "licenses" | "rules"> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body has the fields of the vocabulary
  Object.fromEntries(Object.entries(body).filter(([name]) => name in vocabulary.taxonomy)) as typeof body

const toDeprecation = (
  item: ItemRef,
  { consider, reason, replaced_by, replacement, translations }: DeprecationBody
): Deprecation => ({
  replaced_by,
  ...(consider && { consider: consider.map((name) => toWrittenName(item, name)) }),
  ...(replacement?.mode === "all_of" ? { replacement_mode: "all_of" } : {}),
  ...(reason === undefined ? {} : { reason }),
  ...(translations && { translations })
})

/** The name of an item in a body as the editors write it: the code alone in the same dimension. */
const toWrittenName = (item: ItemRef, name: string): string => {
  const [dimension, code] = name.split("/")
  return item._tag === "Value" && item.dimension === dimension && code !== undefined ? code : name
}

/** Translations with a text named `label`, for bodies and licenses, which call it `name`. */
export const toLabelTranslations = <Texts extends { readonly name?: string }>(
  translations: Readonly<Record<string, Texts>>
) =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { name, ...texts }]) => [
      language,
      { ...(name === undefined ? {} : { label: name }), ...texts }
    ])
  )

/** Translations with the lists of texts that bodies show beside them. */
const withLists = <A extends object, B extends object>(
  translations: Readonly<Record<string, A>> = {},
  lists: Readonly<Record<string, B>>
) =>
  Object.fromEntries(
    [...new Set([...Object.keys(translations), ...Object.keys(lists)])].map((language) => [
      language,
      { ...translations[language], ...lists[language] }
    ])
  )
