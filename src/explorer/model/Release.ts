import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import {
  dimensionRef,
  licenseRef,
  toItemId,
  valueRef,
  type ItemId,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension, License, Taxonomy, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { toLabelTranslations } from "./LabelTranslations.ts"

/** A release, or the working tree, as the views show it. */
export interface Release {
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
export const unreadableDraft: Release = {
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
export const toRelease = (body: SchemaBody, isDraft = false): Release => {
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
