import { dimensionRef, toItemId, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { lazy } from "../../platform/Lazy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { releaseHeaders, type ItemNotice } from "../catalog/DeprecationHeaders.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import { canonicalQuery, matchesFilter, type LicenseCriteria } from "../request/LicenseFilter.ts"
import { assembleLicenseList } from "./LicenseEntries.ts"
import { taggedRepresentation, type Representation } from "./Representation.ts"

/**
 * The list of the licenses that a filter selects. Its entity tag is a digest of the release and the canonical query, so
 * nothing is searched before the limit and the condition are checked.
 */
export const filteredLicenses = (
  served: ServedRelease,
  filter: LicenseCriteria,
  { licenseEntries }: ReleaseBodies
): Representation => {
  const etag = `"${sha256(`${served.release.manifest}\n${canonicalQuery(filter)}`)}"`
  const represent = lazy(() => {
    const codes = served.release.taxonomy.licenses
      .filter(({ config }) => matchesFilter(filter, config))
      .map(({ code }) => code)
    const headers = {
      "Content-Type": "application/json",
      ...releaseHeaders(served, deprecatedIn(served, filter, codes))
    }
    return { codes, headers }
  })
  return {
    etag,
    get ok() {
      const { codes, headers } = represent()
      return taggedRepresentation(etag, headers, assembleLicenseList(licenseEntries, codes)).ok
    },
    get notModified() {
      return taggedRepresentation(etag, represent().headers, "").notModified
    }
  }
}

/** The deprecated items that the filter names or that the selected licenses use. */
const deprecatedIn = (
  served: ServedRelease,
  filter: LicenseCriteria,
  codes: ReadonlyArray<string>
): Iterable<ItemNotice> => {
  const { ofItem, ofLicense } = served.view().deprecations
  if (ofItem.size === 0) return []
  const named = filter.flatMap(({ dimension, values }) => [
    dimensionRef(dimension),
    ...[...values].map((value) => valueRef(dimension, value))
  ])
  return new Set([
    ...named.flatMap((item) => ofItem.get(toItemId(item)) ?? []),
    ...codes.flatMap((code) => ofLicense.get(code) ?? [])
  ])
}
