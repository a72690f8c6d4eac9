import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { dimensionRef, toItemId, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { canonicalQuery, matchesFilter, type LicenseCriteria } from "../../domain/taxonomy/LicenseFilter.ts"
import type { ReleaseBodies } from "../bodies/ReleaseSource.ts"
import { releaseHeaders, type ItemNotice, type ServedRelease } from "../catalog/Catalog.ts"
import type { Headers } from "../response/Reply.ts"
import { tagged, type Representation } from "../response/Representation.ts"
import { tagOfPart } from "./Lookup.ts"

/**
 * What a filter selects of a release: the codes of licenses, and the deprecated items that it names or that these licenses
 * use.
 */
export const selectLicenses = (served: ServedRelease, filter: LicenseCriteria) => {
  const codes = new Set(
    served.release.taxonomy.licenses.filter(({ config }) => matchesFilter(filter, config)).map(({ code }) => code)
  )
  return { filter, codes, deprecated: [...deprecatedIn(served, filter, codes)] }
}

/** The list of the licenses that a filter selects. Its entity tag is a digest of the release and the canonical query. */
export const filteredLicenses = (
  served: ServedRelease,
  { codes, deprecated, filter }: ReturnType<typeof selectLicenses>,
  bodies: ReleaseBodies,
  complete: (headers: Headers) => Headers
): Representation => {
  const { list, newline } = licenseList(bodies)
  const licenses = list.licenses.filter(({ code }) => codes.has(code))
  const headers = { "Content-Type": "application/json", ...releaseHeaders(served, deprecated) }
  return tagged(
    tagOfPart(served.release.manifest, canonicalQuery(filter)),
    complete(headers),
    `${JSON.stringify({ ...list, licenses, count: licenses.length })}${newline}`
  )
}

/** The list as it was published, of which the entries of a filtered list are a part. */
const licenseList = memoizeByIdentity(({ bodies }: ReleaseBodies) => {
  const text = Buffer.from(bodies.get("licenses.json")?.identity ?? "").toString()
  // Not decoded, so that the members keep their order. The digest of the release has checked them.
  const list: { readonly licenses: ReadonlyArray<{ readonly code: string }> } = JSON.parse(text)
  return { list, newline: text.endsWith("\n") ? "\n" : "" }
})

const deprecatedIn = (
  served: ServedRelease,
  filter: LicenseCriteria,
  codes: Iterable<string>
): Iterable<ItemNotice> => {
  const { ofItem, ofLicense } = served.deprecations()
  if (ofItem.size === 0) return []
  const named = filter.flatMap(({ dimension, values }) => [
    dimensionRef(dimension),
    ...[...values].map((value) => valueRef(dimension, value))
  ])
  return new Set([
    ...named.flatMap((item) => ofItem.get(toItemId(item)) ?? []),
    ...[...codes].flatMap((code) => ofLicense.get(code) ?? [])
  ])
}
