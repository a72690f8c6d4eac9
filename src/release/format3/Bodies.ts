import type { DimensionsBody } from "../../api/bodies/DimensionsBody.ts"
import { itemBody } from "../../api/bodies/ItemFields.ts"
import type { LicenseBody, LicensesBody } from "../../api/bodies/LicenseBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { considerationOf } from "../../api/projections/DeprecationProjection.ts"
import { rulesBody } from "../../api/projections/RuleProjection.ts"
import type { Release, RecordedRemoval } from "../../domain/release/ReleaseHistory.ts"
import { deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import {
  dimensionRef,
  formatItem,
  fromItemId,
  licenseRef,
  toItemId,
  valueRef,
  type ItemId,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Dimension, License } from "../../domain/taxonomy/Taxonomy.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { configSchema } from "./ConfigSchema.ts"

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
  const { dimensions, licenses } = release.taxonomy
  return {
    version: shortName(release.version),
    ...itemBody<Header>(vocabulary.taxonomy, release.taxonomy),
    published_at: release.published_at,
    dimensions: dimensionsByName(release),
    base_licenses: licenses.map((license) => licenseEntry(release, license)),
    validation_rules: {
      ...rulesBody(release.taxonomy),
      required: dimensions.filter(({ required }) => required).map(({ name }) => name),
      config_schema: configSchema(release)
    },
    deprecations: deprecatedItems(release.taxonomy).map(({ deprecation, item }) => ({
      item: formatItem(item),
      ...deprecationBody(release, item, deprecation)
    })),
    removed: [...release.removed].map(([id, removed]) => removedBody(id, removed)),
    ...meta(release)
  }
}

type Header = Pick<typeof SchemaBody.Encoded, "namespace" | "iri" | "title" | "description" | "translations">
type LicenseEntry = (typeof LicensesBody.Encoded)["licenses"][number]
type DimensionEntry = (typeof DimensionsBody.Encoded)["dimensions"][string]
type ValueDetails = DimensionEntry["value_details"][string]

// Constant for a release, so that the digest of a body can be its strong entity tag.
const meta = ({ published_at, version }: Release) => ({
  _meta: { taxonomy_version: shortName(version), release: version, generated_at: published_at }
})

const licenseEntry = (release: Release, license: License): LicenseEntry =>
  bodyOf(release, licenseRef(license.code), vocabulary.license, license)

const dimensionsByName = (release: Release) =>
  Object.fromEntries(
    snapshotOf(release.taxonomy)
      .dimensionsInOrder()
      .map((dimension) => [dimension.name, dimensionBody(release, dimension)])
  )

const dimensionBody = (release: Release, dimension: Dimension): DimensionEntry => ({
  ...bodyOf<Omit<DimensionEntry, "values" | "value_details">>(
    release,
    dimensionRef(dimension.name),
    vocabulary.dimension,
    dimension,
    "name",
    "values"
  ),
  values: dimension.values.map(({ code }) => code),
  value_details: Object.fromEntries(
    dimension.values.map((value) => [
      value.code,
      bodyOf<ValueDetails>(release, valueRef(dimension.name, value.code), vocabulary.value, value, "code")
    ])
  )
})

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the contract of each body follows from the same table
const bodyOf = <A>(
  release: Release,
  item: ItemRef,
  fields: Fields,
  content: object,
  ...without: ReadonlyArray<string>
): A => itemBody(fields, content, without, (deprecation) => deprecationBody(release, item, deprecation))

const reasonOf = ({ reason, translations }: Deprecation) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(translations === undefined ? {} : { translations })
})

const removedBody = (id: ItemId, { deprecation, version }: RecordedRemoval) => {
  const item = fromItemId(id)
  return {
    item: formatItem(item),
    removed_in: version,
    ...(deprecation === undefined
      ? {}
      : { ...replacementOf(item, deprecation), ...considerationOf(item, deprecation), ...reasonOf(deprecation) })
  }
}

const replacementOf = (item: ItemRef, deprecation: Deprecation) => {
  const items = replacementItems(item, deprecation).map(formatItem)
  return items.length === 0 ? {} : { replacement: { mode: deprecation.replacement_mode ?? ("one_of" as const), items } }
}

const deprecationBody = ({ clocks, forecasts }: Release, item: ItemRef, deprecation: Deprecation) => {
  const id = toItemId(item)
  const [since, removal] = [clocks.get(id), forecasts.get(id)]
  if (since === undefined || removal === undefined) throw new TypeError(`No clock runs for ${id}`)
  return {
    since: { version: shortName(since.version), date: since.date },
    replaced_by: deprecation.replaced_by,
    ...replacementOf(item, deprecation),
    ...considerationOf(item, deprecation),
    ...reasonOf(deprecation),
    earliest_removal: {
      version: shortName(removal.version),
      date: removal.date,
      after: removal.after.map(shortName),
      ...(removal.deprecated_in === null ? {} : { deprecated_in: shortName(removal.deprecated_in) })
    }
  }
}
