import type { DimensionsBody } from "../../api/bodies/DimensionsBody.ts"
import { itemBody } from "../../api/bodies/ItemFields.ts"
import type { LicenseBody, LicensesBody } from "../../api/bodies/LicenseBody.ts"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import { dimensionBody, type BodyOf } from "../../api/projections/DimensionProjection.ts"
import { releaseMeta } from "../../api/projections/ReleasesProjection.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import * as ItemRef from "../../domain/taxonomy/ItemRef.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"

type Schema = typeof SchemaBody.Encoded
type LicenseEntry = (typeof LicensesBody.Encoded)["licenses"][number]

/** What only some formats say. A release has no other fields than those that its format knows. */
interface FormatBodies<R extends Release> {
  readonly deprecationBody: (
    release: R,
    item: ItemRef.ItemRef,
    deprecation: Deprecation
  ) => NonNullable<LicenseEntry["deprecation"]>
  readonly rules: (release: R) => Pick<Schema["validation_rules"], "conflicts" | "advice">
  readonly configSchema: (release: R) => Schema["validation_rules"]["config_schema"]
  /** The items that are removed, in formats that list them. */
  readonly removed?: (release: R) => Pick<Schema, "removed">
}

/** Makes the functions that render the bodies of a format. */
export const makeBodies = <R extends Release>({ configSchema, deprecationBody, removed, rules }: FormatBodies<R>) => {
  const makeBodyOf =
    (release: R): BodyOf =>
    (item, fields, content, without) =>
      itemBody(fields, content, without, (deprecation) => deprecationBody(release, item, deprecation))

  const licenseEntry = (release: R, license: License): LicenseEntry =>
    makeBodyOf(release)(ItemRef.licenseRef(license.code), vocabulary.license, license)

  const dimensionsByName = (release: R) =>
    Object.fromEntries(
      snapshotOf(release.taxonomy)
        .dimensionsInOrder()
        .map((dimension) => [dimension.name, dimensionBody(makeBodyOf(release), dimension)])
    )

  return {
    /** The body of `/licenses` (service spec, 4.2). */
    licensesBody: (release: R): typeof LicensesBody.Encoded => ({
      version: shortName(release.version),
      licenses: release.taxonomy.licenses.map((license) => licenseEntry(release, license)),
      count: release.taxonomy.licenses.length,
      _meta: releaseMeta(release)
    }),
    /** The body of `/licenses/<code>` (service spec, 2.1 and 4.3). */
    licenseBody: (release: R, license: License): typeof LicenseBody.Encoded => ({
      ...licenseEntry(release, license),
      version: shortName(release.version),
      published_at: release.published_at,
      _meta: releaseMeta(release)
    }),
    /** The body of `/dimensions` (service spec, 2.2 and 4.4). */
    dimensionsBody: (release: R): typeof DimensionsBody.Encoded => ({
      version: shortName(release.version),
      dimensions: dimensionsByName(release),
      count: release.taxonomy.dimensions.length,
      _meta: releaseMeta(release)
    }),
    /** The body of `/schema` (service spec, 2.3 and 4.5). */
    schemaBody: (release: R): Schema => {
      const { dimensions, licenses } = release.taxonomy
      return {
        version: shortName(release.version),
        ...itemBody<Header>(vocabulary.taxonomy, release.taxonomy),
        published_at: release.published_at,
        dimensions: dimensionsByName(release),
        base_licenses: licenses.map((license) => licenseEntry(release, license)),
        validation_rules: {
          ...rules(release),
          required: dimensions.filter(({ required }) => required).map(({ name }) => name),
          config_schema: configSchema(release)
        },
        deprecations: deprecatedItems(release.taxonomy).map(({ deprecation, item }) => ({
          item: ItemRef.formatItem(item),
          ...deprecationBody(release, item, deprecation)
        })),
        ...removed?.(release),
        _meta: releaseMeta(release)
      }
    }
  }
}

type Header = Pick<Schema, "namespace" | "iri" | "title" | "description" | "translations">
