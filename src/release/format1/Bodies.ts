import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import type { DimensionsBody } from "../../api/bodies/DimensionsBody.ts"
import type { LicenseBody, LicensesBody } from "../../api/bodies/LicenseBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import {
  type ConflictRule1,
  type Deprecation1,
  type Dimension1,
  type License1,
  type ReleasePublished1,
  type Value1,
  Territory1
} from "../../domain/release/PublishedReleaseEvents.ts"
import { configSchema } from "./ConfigSchema.ts"

// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.

export type Value = typeof Value1.Type
export type Dimension = typeof Dimension1.Type
export type License = typeof License1.Type
export type ConflictRule = typeof ConflictRule1.Type
export type Deprecation = typeof Deprecation1.Type
export type Change = (typeof ReleasePublished1.Type)["changes"][number]
export type Version = (typeof ReleasePublished1.Type)["version"]

export interface Taxonomy {
  readonly namespace: string
  readonly title: string
  readonly description: string
  readonly dimensions: ReadonlyArray<Dimension>
  readonly licenses: ReadonlyArray<License>
  readonly rules: ReadonlyArray<ConflictRule>
}

/** A release as format 1 renders it. */
export interface Release extends Omit<typeof ReleasePublished1.Type, "_tag" | "manifest"> {
  readonly taxonomy: Taxonomy
  /** The release that deprecated each deprecated item. */
  readonly clocks: Lookup<{ readonly version: Version; readonly date: string }>
  /** The earliest version that may remove each deprecated item, as of this release. */
  readonly removals: Lookup<Version>
}

interface Lookup<A> {
  readonly get: (id: ItemId) => A | undefined
}

export type ItemId = `dimension ${string}` | `value ${string}/${string}` | `license ${string}`

// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.

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

// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.

export interface DeprecatedItem {
  readonly id: ItemId
  /** The name of the item: `use_type`, `use_type/editorial` or `NIL-EDU-IMAGE`. */
  readonly name: string
  readonly deprecation: Deprecation
}

/** Every deprecated item of a snapshot, in the snapshot's order. */
export const deprecatedItems = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<DeprecatedItem> => [
  ...dimensions.flatMap(({ deprecated, name, values }) => [
    ...deprecatedItem(dimensionId(name), name, deprecated),
    // Few of the values are deprecated, and there may be many.
    ...values
      .filter((value) => value.deprecated !== undefined)
      .flatMap((value) => deprecatedItem(valueId(name, value.code), `${name}/${value.code}`, value.deprecated))
  ]),
  ...licenses.flatMap(({ code, deprecated }) => deprecatedItem(licenseId(code), code, deprecated))
]

export const dimensionId = (name: string): ItemId => `dimension ${name}`
export const valueId = (dimension: string, code: string): ItemId => `value ${dimension}/${code}`
export const licenseId = (code: string): ItemId => `license ${code}`

/** The release that deprecated an item, and the version and day that may remove it at the earliest. */
export const clockOf = (release: Release, id: ItemId) => {
  const since = release.clocks.get(id) ?? { version: release.version, date: release.published_at }
  const version = release.removals.get(id) ?? nextMajor(release.version)
  const date = DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(since.date), { months: 6 }))
  return { since, removal: { version, date } }
}

const deprecatedItem = (id: ItemId, name: string, deprecation: Deprecation | undefined) =>
  deprecation === undefined ? [] : [{ id, name, deprecation }]

// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
/** The version as bodies show it: `v1.0`. */
export const shortName = (version: string): string => `v${version.slice(0, version.lastIndexOf("."))}`

export const nextMajor = (version: string): string => `${Number(version.slice(0, version.indexOf("."))) + 1}.0.0`
