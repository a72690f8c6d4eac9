import { dimensionRef, toItemId, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/Version.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { warningHeader } from "../catalog/DeprecationHeaders.ts"
import { once } from "../catalog/Lazy.ts"
import type { ReleaseBodies, StoredBody } from "../catalog/ReleaseBodies.ts"
import { canonicalQuery, matches, type Filter } from "../request/LicenseFilter.ts"
import { artifactOf, type FilteredLicenses, type StoredResource } from "../request/Resource.ts"
import { vary } from "../response/ErrorReplies.ts"
import { makeReply, type Reply } from "../response/Reply.ts"
import type { Coding } from "./ContentEncoding.ts"
import { enveloped, filteredList } from "./Splice.ts"

/** One form of a resource, as the two replies that tell it. Without an entity tag there is nothing to ask conditionally. */
export interface Variant {
  readonly etag: string | undefined
  readonly ok: Reply
  readonly notModified: Reply
}

export type VariantLookup = (resource: StoredResource, coding: Coding) => Variant | undefined

/**
 * The replies of a release's stored bodies, each prepared when it is first asked for. They hold the bodies, so they
 * must go with those.
 */
export const variantsOf = (served: ServedRelease, { bodies }: ReleaseBodies): VariantLookup => {
  const prepared = new Map<string, Partial<Record<Coding, Variant>>>()
  return (resource, coding) => {
    const artifact = artifactOf(resource)
    const known = prepared.get(artifact) ?? {}
    const before = known[coding]
    if (before !== undefined) return before
    const body = bodies.get(artifact)
    if (body === undefined) return undefined
    prepared.set(artifact, known)
    return (known[coding] = storedVariant(body, coding, resourceHeaders(served, resource)))
  }
}

/**
 * A list of some licenses. Its entity tag is a digest of the release and of what was asked, so that nothing is looked
 * for before it is known that the caller gets an answer.
 */
export const filteredVariant = (
  served: ServedRelease,
  { filter }: FilteredLicenses,
  { licenseEntries }: ReleaseBodies
): Variant => {
  const etag = `"${sha256(`${served.release.manifest}\n${canonicalQuery(filter)}`)}"`
  const made = once(() => {
    const codes = served.release.taxonomy.licenses
      .filter(({ config }) => matches(filter, config))
      .map(({ code }) => code)
    const headers = headersWith(served, filteredWarnings(served, filter, codes))
    return { codes, headers }
  })
  return {
    etag,
    get ok() {
      const { codes, headers } = made()
      return taggedVariant(etag, headers, filteredList(licenseEntries, codes)).ok
    },
    get notModified() {
      return taggedVariant(etag, made().headers, "").notModified
    }
  }
}

/** The general form around another one (service spec, 4.6): it names this one request, so nobody may keep it. */
export const envelopeVariant = (
  served: ServedRelease,
  inner: Variant,
  meta: { readonly timestamp: string; readonly request_id: string }
): Variant => {
  const made = once(() => {
    const { body = "", headers } = inner.ok
    const kept = pairsOf(headers).filter(([name]) => !ofKeptBody.has(name))
    return makeReply(
      200,
      { ...Object.fromEntries(kept), "Cache-Control": "no-store" },
      enveloped(shortName(served.release.version), body, meta)
    )
  })
  return {
    etag: undefined,
    get ok() {
      return made()
    },
    get notModified() {
      return made()
    }
  }
}

/** What says something of bytes that are not sent. */
const ofKeptBody: ReadonlySet<string> = new Set(["ETag", "Content-Length", "Content-Encoding"])

const pairsOf = (headers: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ""] as const] : []))

/** A body that is the same for all, with a tag for each coding, for the bytes differ (RFC 9110, 8.8.3.3). */
export const storedVariant = (body: StoredBody, wanted: Coding, headers: Readonly<Record<string, string>>): Variant => {
  const encoded = wanted === "identity" ? undefined : body[wanted]
  return encoded === undefined
    ? taggedVariant(`"${body.sha256}"`, headers, body.identity)
    : taggedVariant(`"${body.sha256}-${wanted}"`, { "Content-Encoding": wanted, ...headers }, encoded)
}

const taggedVariant = (etag: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Variant => {
  const { "Content-Encoding": _, "Content-Type": __, ...ofBoth } = headers
  return {
    etag,
    ok: makeReply(200, { ...json, ...cacheable, ...headers, ETag: etag }, body),
    notModified: makeReply(304, { ...cacheable, ...ofBoth, ETag: etag })
  }
}

/** What the headers of a resource say of its release, and of what in it is going away. */
const resourceHeaders = (served: ServedRelease, resource: StoredResource): Readonly<Record<string, string>> => {
  const own = resource._tag === "License" ? served.view().deprecations.headersOfLicense.get(resource.code) : undefined
  return { ...headersWith(served, warningsOf(served, resource)), ...own }
}

const headersWith = (served: ServedRelease, warnings: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const { deprecations } = served.view()
  return {
    ...served.headers,
    ...warningHeader([...deprecations.ofRelease, ...warnings]),
    ...deprecations.headersOfRelease
  }
}

const json = { "Content-Type": "application/json" } as const

/** The headers that let a body be kept, and by whom (service spec, 4.6 and 8.5). */
const cacheable = { "Cache-Control": "public, max-age=3600, s-maxage=7200", ...vary } as const

const warningsOf = (served: ServedRelease, resource: StoredResource): ReadonlyArray<string> => {
  const { deprecations } = served.view()
  switch (resource._tag) {
    case "Licenses":
      return distinct([...deprecations.ofLicense.values()].flat())
    case "License":
      return deprecations.ofLicense.get(resource.code) ?? []
    case "Dimensions":
      return deprecations.ofDimensions
    case "Schema":
      return [...deprecations.ofItem.values()]
  }
}

/** Of what the filter names, and of what the licenses that it lets through hold. */
const filteredWarnings = (
  served: ServedRelease,
  filter: Filter,
  codes: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const { ofItem, ofLicense } = served.view().deprecations
  if (ofItem.size === 0) return []
  const named = filter.flatMap(({ dimension, values }) => [
    dimensionRef(dimension),
    ...[...values].map((value) => valueRef(dimension, value))
  ])
  return distinct([
    ...named.flatMap((item) => ofItem.get(toItemId(item)) ?? []),
    ...codes.flatMap((code) => ofLicense.get(code) ?? [])
  ])
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]
