import * as Schema from "effect/Schema"
import { earliestRemoval, deprecatedItems, type DeprecatedSince } from "../../domain/release/DeprecationClock.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { Territory, type Config } from "../../domain/taxonomy/Config.ts"
import {
  dimensionRef,
  formatItem,
  licenseRef,
  toItemId,
  valueRef,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import type { Deprecation, Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { next, shortName } from "../../domain/taxonomy/Version.ts"
import { configSchema } from "./ConfigSchema.ts"

/** The body of `/licenses` (service spec, 4.2). */
export const licensesBody = (release: Release) => ({
  version: shortName(release.version),
  licenses: release.taxonomy.licenses.map((license) => licenseEntry(release, license)),
  count: release.taxonomy.licenses.length,
  ...meta(release)
})

/** The body of `/licenses/<code>` (service spec, 2.1 and 4.3). */
export const licenseBody = (release: Release, license: License) => ({
  ...licenseEntry(release, license),
  version: shortName(release.version),
  published_at: release.published_at,
  ...meta(release)
})

/** The body of `/dimensions` (service spec, 2.2 and 4.4). */
export const dimensionsBody = (release: Release) => ({
  version: shortName(release.version),
  dimensions: dimensionsByName(release),
  count: release.taxonomy.dimensions.length,
  ...meta(release)
})

/** The body of `/schema` (service spec, 2.3 and 4.5). */
export const schemaBody = (release: Release) => {
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
    deprecations: deprecatedItems(release.taxonomy).map(({ deprecation, item }) => ({
      item: formatItem(item),
      ...deprecationBody(release, item, deprecation)
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
  ...deprecationOf(release, licenseRef(code), deprecated)
})

// A territory reads as the service spec shows it, `global` first (2.4).
const configBody = (config: Config) =>
  Object.fromEntries(
    Object.entries(config).map(([dimension, setting]) => [
      dimension,
      isTerritory(setting) ? { global: setting.global, countries: setting.countries } : setting
    ])
  )

const isTerritory = Schema.is(Territory)

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
  ...deprecationOf(release, dimensionRef(dimension.name), dimension.deprecated),
  values: dimension.values.map(({ code }) => code),
  value_details: Object.fromEntries(
    dimension.values.map((value) => [value.code, valueDetails(release, dimension.name, value)])
  )
})

const valueDetails = (release: Release, dimension: string, value: Value) => ({
  label: value.label,
  description: value.description,
  ...definitionOf(value),
  ...deprecationOf(release, valueRef(dimension, value.code), value.deprecated)
})

const definitionOf = ({ definition }: { readonly definition?: string }) =>
  definition === undefined ? {} : { definition }

const deprecationOf = (release: Release, item: ItemRef, deprecated: Deprecation | undefined) =>
  deprecated === undefined ? {} : { deprecation: deprecationBody(release, item, deprecated) }

const deprecationBody = (release: Release, item: ItemRef, { reason, replaced_by }: Deprecation) => {
  const id = toItemId(item)
  const since: DeprecatedSince = release.clocks.get(id) ?? { version: release.version, date: release.published_at }
  const removal = earliestRemoval(since, release.removals.get(id) ?? next(release.version, "major"))
  return {
    since: { version: shortName(since.version), date: since.date },
    replaced_by,
    ...(reason === undefined ? {} : { reason }),
    earliest_removal: { version: shortName(removal.version), date: removal.date }
  }
}
