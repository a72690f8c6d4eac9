import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
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

/** A release, or the working tree, as the views show it. */
export interface ShownRelease {
  /** Such as `1.2.0`; for the working tree the version that its sources declare. */
  readonly version: string
  readonly isDraft: boolean
  /** The release that the pipeline compares the working tree with. Missing for a release, and before the first one. */
  readonly draftBase?: string
  /** ISO 8601 in UTC; of the working tree the time of its check. */
  readonly publishedAt: string
  readonly taxonomy: Taxonomy
  /** What it publishes. Missing for a working tree that cannot be read. */
  readonly body?: SchemaBody
  /** The releases that deprecated its items. */
  readonly deprecations: ReadonlyMap<ItemId, DeprecatedIn>
}

/** The working tree if its sources cannot be read as a taxonomy. */
export const unreadableDraft: ShownRelease = {
  version: "",
  isDraft: true,
  publishedAt: "",
  taxonomy: { namespace: "", title: "Working tree", description: "", dimensions: [], licenses: [], rules: [] },
  deprecations: new Map()
}

/** The release that deprecated an item, such as `v1.1`, and its day. */
interface DeprecatedIn {
  readonly version: string
  readonly date: string
}

type DimensionBody = SchemaBody["dimensions"][string]
type ValueBody = DimensionBody["value_details"][string]
type LicenseBody = SchemaBody["base_licenses"][number]
type DeprecationBody = NonNullable<DimensionBody["deprecation"]>

/** Makes the taxonomy of a release from its published body, in artifact format 1 or 2. */
export const toRelease = (body: SchemaBody, isDraft = false): ShownRelease => {
  const deprecations = new Map<ItemId, DeprecatedIn>()
  const deprecatedOf = (item: ItemRef, deprecation: DeprecationBody | undefined) => {
    if (deprecation === undefined) return {}
    deprecations.set(toItemId(item), deprecation.since)
    return { deprecated: toDeprecation(deprecation) }
  }
  const toValue = (dimension: string, code: string, { deprecation, ...texts }: ValueBody): Value => ({
    code,
    ...texts,
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
  const toLicense = ({ deprecation, ...license }: LicenseBody): License => ({
    ...license,
    ...deprecatedOf(licenseRef(license.code), deprecation)
  })
  const { description, iri, namespace, title, translations } = body
  return {
    version: body._meta.release,
    isDraft,
    publishedAt: body.published_at,
    body,
    taxonomy: {
      namespace,
      ...(iri && { iri }),
      title,
      description,
      ...(translations && { translations }),
      dimensions: Object.entries(body.dimensions).map(([name, dimension]) => toDimension(name, dimension)),
      licenses: body.base_licenses.map(toLicense),
      rules: Object.entries(body.validation_rules.conflicts).map(([id, rule]) => ({ id, ...rule }))
    },
    deprecations
  }
}

const toDeprecation = ({ reason, replaced_by, replacement, translations }: DeprecationBody): Deprecation => ({
  replaced_by,
  ...(replacement?.mode === "all_of" ? { replacement_mode: "all_of" } : {}),
  ...(reason === undefined ? {} : { reason }),
  ...(translations && { translations })
})

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

/** The tags of all languages that a release has translations in, sorted. */
export const languagesOf = (taxonomy: Taxonomy): ReadonlyArray<string> => {
  const known = byTaxonomy.get(taxonomy)
  if (known !== undefined) return known
  const languages = new Set<string>()
  const add = ({ deprecated, translations }: Translated): void => {
    for (const language in translations) languages.add(language)
    if (deprecated !== undefined) add(deprecated)
  }
  add(taxonomy)
  for (const dimension of taxonomy.dimensions) {
    add(dimension)
    dimension.values.forEach(add)
  }
  taxonomy.licenses.forEach(add)
  taxonomy.rules.forEach(add)
  const sorted = [...languages].sort()
  byTaxonomy.set(taxonomy, sorted)
  return sorted
}

interface Translated {
  readonly translations?: object
  readonly deprecated?: Translated
}

const byTaxonomy = new WeakMap<Taxonomy, ReadonlyArray<string>>()
