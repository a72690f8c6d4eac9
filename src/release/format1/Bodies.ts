// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import * as Schema from "effect/Schema"
import type { DimensionsBody } from "../../api/bodies/DimensionsBody.ts"
import type { LicenseBody, LicensesBody } from "../../api/bodies/LicenseBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { Territory1 } from "../../domain/release/events/Taxonomy1.ts"
import { configSchema } from "./ConfigSchema.ts"
import { clockOf, deprecatedItems, dimensionId, licenseId, valueId } from "./Deprecations.ts"
import type { Deprecation, Dimension, ItemId, License, Release, Value } from "./Release.ts"
import { shortName } from "./Versions.ts"

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
  const { description, dimensions, licenses, namespace, rules, title } = release.taxonomy
  return {
    version: shortName(release.version),
    namespace,
    title,
    description,
    published_at: release.published_at,
    dimensions: dimensionsByName(release),
    base_licenses: licenses.map((license) => licenseEntry(release, license)),
    validation_rules: {
      conflicts: Object.fromEntries(rules.map(({ description, forbid, id }) => [id, { description, forbid }])),
      required: dimensions.filter(({ required }) => required).map(({ name }) => name),
      config_schema: configSchema(release.taxonomy)
    },
    deprecations: deprecatedItems(release.taxonomy).map(({ deprecation, id, name }) => ({
      item: name,
      ...deprecationBody(release, id, deprecation)
    })),
    ...meta(release)
  }
}

// Constant for a release, so that the digest of a body can be its strong entity tag.
const meta = ({ published_at, version }: Release) => ({
  _meta: { taxonomy_version: shortName(version), release: version, generated_at: published_at }
})

const licenseEntry = (release: Release, { code, config, deprecated, description, name }: License) => ({
  code,
  name,
  description,
  config: configBody(config),
  ...deprecationOf(release, licenseId(code), deprecated)
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
  ...deprecationOf(release, valueId(dimension, value.code), value.deprecated)
})

const definitionOf = ({ definition }: { readonly definition?: string }) =>
  definition === undefined ? {} : { definition }

const deprecationOf = (release: Release, id: ItemId, deprecated: Deprecation | undefined) =>
  deprecated === undefined ? {} : { deprecation: deprecationBody(release, id, deprecated) }

const deprecationBody = (release: Release, id: ItemId, { reason, replaced_by }: Deprecation) => {
  const { removal, since } = clockOf(release, id)
  return {
    since: { version: shortName(since.version), date: since.date },
    replaced_by,
    ...(reason === undefined ? {} : { reason }),
    earliest_removal: { version: shortName(removal.version), date: removal.date }
  }
}
