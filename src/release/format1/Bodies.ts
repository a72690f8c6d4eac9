import * as Schema from "effect/Schema"
// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import type { DimensionsBody } from "../../api/bodies/DimensionsBody.ts"
import type { LicenseBody, LicensesBody } from "../../api/bodies/LicenseBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { Territory1, type Change1 } from "../../domain/release/PublishedReleaseEvents.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { deprecatedItems, sixMonthsAfter } from "../../domain/release/removal/DeprecationClock.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import {
  dimensionRef,
  formatItem,
  licenseRef,
  valueRef,
  type ItemRef,
  toItemId
} from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { shortName, next } from "../../domain/taxonomy/VersionArithmetic.ts"
import { configSchema } from "./ConfigSchema.ts"

/** A release as format 1 takes it. It has no other changes: it and its base have only fields that format 1 knows. */
export interface Release1 extends Release {
  readonly changes: ReadonlyArray<typeof Change1.Type>
}

/** The body of `/licenses` (service spec, 4.2). */
export const licensesBody = (release: Release1): typeof LicensesBody.Encoded => ({
  version: shortName(release.version),
  licenses: release.taxonomy.licenses.map((license) => licenseEntry(release, license)),
  count: release.taxonomy.licenses.length,
  ...meta(release)
})

/** The body of `/licenses/<code>` (service spec, 2.1 and 4.3). */
export const licenseBody = (release: Release1, license: License): typeof LicenseBody.Encoded => ({
  ...licenseEntry(release, license),
  version: shortName(release.version),
  published_at: release.published_at,
  ...meta(release)
})

/** The body of `/dimensions` (service spec, 2.2 and 4.4). */
export const dimensionsBody = (release: Release1): typeof DimensionsBody.Encoded => ({
  version: shortName(release.version),
  dimensions: dimensionsByName(release),
  count: release.taxonomy.dimensions.length,
  ...meta(release)
})

/** The body of `/schema` (service spec, 2.3 and 4.5). */
export const schemaBody = (release: Release1): typeof SchemaBody.Encoded => {
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
      conflicts: Object.fromEntries(rules.map(({ description, forbid = {}, id }) => [id, { description, forbid }])),
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
const meta = ({ published_at, version }: Release1) => ({
  _meta: { taxonomy_version: shortName(version), release: version, generated_at: published_at }
})

const licenseEntry = (release: Release1, { code, config, deprecated, description, name }: License) => ({
  code,
  name,
  description,
  config: configBody(config),
  ...deprecationOf(release, licenseRef(code), deprecated)
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

const dimensionsByName = (release: Release1) =>
  Object.fromEntries(
    release.taxonomy.dimensions.map((dimension) => [dimension.name, dimensionBody(release, dimension)])
  )

const dimensionBody = (release: Release1, dimension: Dimension) => ({
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

const valueDetails = (release: Release1, dimension: string, value: Value) => ({
  label: value.label,
  description: value.description,
  ...definitionOf(value),
  ...deprecationOf(release, valueRef(dimension, value.code), value.deprecated)
})

const definitionOf = ({ definition }: { readonly definition?: string }) =>
  definition === undefined ? {} : { definition }

const deprecationOf = (release: Release1, item: ItemRef, deprecated: Deprecation | undefined) =>
  deprecated === undefined ? {} : { deprecation: deprecationBody(release, item, deprecated) }

const deprecationBody = (release: Release1, item: ItemRef, { reason, replaced_by }: Deprecation) => {
  const { removal, since } = clockOf(release, item)
  return {
    since: { version: shortName(since.version), date: since.date },
    replaced_by,
    ...(reason === undefined ? {} : { reason }),
    earliest_removal: { version: shortName(removal.version), date: removal.date }
  }
}

/** The release that deprecated an item, and the version and day that may remove it at the earliest. */
export const clockOf = (release: Release1, item: ItemRef) => {
  const id = toItemId(item)
  const since = release.clocks.get(id) ?? { version: release.version, date: release.published_at }
  const version = release.removals.get(id) ?? next(release.version, "major")
  return { since, removal: { version, date: sixMonthsAfter(since.date) } }
}
