// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import * as Schema from "effect/Schema"
import type { DimensionsBody } from "../../api/bodies/DimensionsBody.ts"
import type { LicenseBody, LicensesBody } from "../../api/bodies/LicenseBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { Territory1 } from "../../domain/release/events/Taxonomy1.ts"
import { dimensionId, licenseId, valueId } from "../format1/Deprecations.ts"
import type { ItemId } from "../format1/Release.ts"
import { shortName } from "../format1/Versions.ts"
import { configSchema } from "./ConfigSchema.ts"
import { clockOf, deprecatedItems, nameOf, replacementOf } from "./Deprecations.ts"
import type { Deprecation, Dimension, License, Release, RemovedItem, Value } from "./Release.ts"

/** The body of `/licenses` (service spec, 4.2). */
export const licensesBody = (release: Release): typeof LicensesBody.Encoded => ({
  version: shortName(release.version),
  licenses: release.taxonomy.licenses.map((license) => licenseEntry(release, license)),
  count: release.taxonomy.licenses.length,
  ...meta(release)
})

/** The body of `/licenses/<code>` (service spec, 2.1 and 4.3). */
export const licenseBody = (release: Release, license: License): typeof LicenseBody.Encoded => ({
  ...licenseEntry(release, license),
  version: shortName(release.version),
  published_at: release.published_at,
  ...meta(release)
})

/** The body of `/dimensions` (service spec, 2.2 and 4.4). */
export const dimensionsBody = (release: Release): typeof DimensionsBody.Encoded => ({
  version: shortName(release.version),
  dimensions: dimensionsByName(release),
  count: release.taxonomy.dimensions.length,
  ...meta(release)
})

/** The body of `/schema` (service spec, 2.3 and 4.5). */
export const schemaBody = (release: Release): typeof SchemaBody.Encoded => {
  const { description, dimensions, iri, licenses, namespace, rules, title } = release.taxonomy
  return {
    version: shortName(release.version),
    namespace,
    ...(iri === undefined ? {} : { iri }),
    title,
    description,
    ...translationsOf(release.taxonomy),
    published_at: release.published_at,
    dimensions: dimensionsByName(release),
    base_licenses: licenses.map((license) => licenseEntry(release, license)),
    validation_rules: {
      conflicts: Object.fromEntries(
        rules.map((rule) => [rule.id, { description: rule.description, ...translationsOf(rule), forbid: rule.forbid }])
      ),
      required: dimensions.filter(({ required }) => required).map(({ name }) => name),
      config_schema: configSchema(release)
    },
    deprecations: deprecatedItems(release.taxonomy).map(({ deprecation, id }) => ({
      item: nameOf(id),
      ...deprecationBody(release, id, deprecation)
    })),
    removed: [...release.removed].map(([id, item]) => removedBody(id, item)),
    ...meta(release)
  }
}

// Constant for a release, so that the digest of a body can be its strong entity tag.
const meta = ({ published_at, version }: Release) => ({
  _meta: { taxonomy_version: shortName(version), release: version, generated_at: published_at }
})

const licenseEntry = (release: Release, license: License) => ({
  code: license.code,
  name: license.name,
  description: license.description,
  ...translationsOf(license),
  config: configBody(license.config),
  ...deprecationOf(release, licenseId(license.code), license.deprecated)
})

// A territory reads as the service spec shows it, `global` first (2.4).
const configBody = (config: License["config"]) =>
  Object.fromEntries(
    Object.entries(config).map(([dimension, setting]) => [
      dimension,
      isTerritory(setting) ? { global: setting.global, countries: setting.countries } : setting
    ])
  )

const isTerritory = Schema.is(Territory1)

const dimensionsByName = (release: Release) =>
  Object.fromEntries(
    release.taxonomy.dimensions.map((dimension) => [dimension.name, dimensionBody(release, dimension)])
  )

const dimensionBody = (release: Release, dimension: Dimension) => ({
  name: dimension.label,
  description: dimension.description,
  ...definitionOf(dimension),
  ...dimensionTranslations(dimension),
  shape: dimension.shape,
  required: dimension.required,
  ...deprecationOf(release, dimensionId(dimension.name), dimension.deprecated),
  values: dimension.values.map(({ code }) => code),
  value_details: Object.fromEntries(
    dimension.values.map((value) => [value.code, valueDetails(release, dimension.name, value)])
  )
})

const valueDetails = (release: Release, dimension: string, value: Value) => ({
  label: value.label,
  description: value.description,
  ...definitionOf(value),
  ...translationsOf(value),
  ...deprecationOf(release, valueId(dimension, value.code), value.deprecated)
})

const definitionOf = ({ definition }: { readonly definition?: string }) =>
  definition === undefined ? {} : { definition }

const translationsOf = <Translations>({ translations }: { readonly translations?: Translations }) =>
  translations === undefined ? {} : { translations }

// The body of a dimension calls the label its name, and so do its translations.
const dimensionTranslations = ({ translations }: Dimension) =>
  translations === undefined
    ? {}
    : {
        translations: Object.fromEntries(
          Object.entries(translations).map(([language, { label, ...texts }]) => [
            language,
            { ...(label === undefined ? {} : { name: label }), ...texts }
          ])
        )
      }

const reasonOf = ({ reason, translations }: Deprecation) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(translations === undefined ? {} : { translations })
})

const removedBody = (id: string, { deprecation, version }: RemovedItem) => ({
  item: nameOf(id),
  removed_in: version,
  ...(deprecation === undefined ? {} : { ...replacementOf(id, deprecation), ...reasonOf(deprecation) })
})

const deprecationOf = (release: Release, id: ItemId, deprecated: Deprecation | undefined) =>
  deprecated === undefined ? {} : { deprecation: deprecationBody(release, id, deprecated) }

const deprecationBody = (release: Release, id: ItemId, deprecation: Deprecation) => {
  const { removal, since } = clockOf(release, id)
  return {
    since: { version: shortName(since.version), date: since.date },
    replaced_by: deprecation.replaced_by,
    ...replacementOf(id, deprecation),
    ...reasonOf(deprecation),
    earliest_removal: {
      version: shortName(removal.version),
      date: removal.date,
      after: removal.after.map(shortName),
      ...(removal.deprecated_in === null ? {} : { deprecated_in: shortName(removal.deprecated_in) })
    }
  }
}
