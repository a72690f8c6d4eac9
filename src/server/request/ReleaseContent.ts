import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findRemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import type { BodySource } from "../catalog/BodyCache.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import { describeRemovedItem } from "../catalog/RemovedItems.ts"
import { ifNoneMatchMatches } from "../representation/ConditionalRequest.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import { resourceHeaders } from "../representation/ReleaseRepresentations.ts"
import {
  entityTag,
  errorRepresentation,
  notModifiedReply,
  type Representation
} from "../representation/Representation.ts"
import { artifactOf, resources, type ReleaseResource } from "../representation/Resources.ts"
import { removedItemReply, requestError } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import {
  encodingFor,
  enveloped,
  errorHeaders,
  queryError,
  represented,
  type RequestedContent,
  type Lookup
} from "./Lookup.ts"
import type { ReadRequest } from "./Respond.ts"
import type { TaxonomyRoute } from "./Routes.ts"
import { parseTaxonomyQuery, type TaxonomyQuery } from "./TaxonomyQuery.ts"

/** The content of a resource of one release. */
export const findReleaseContent = (
  lookup: Lookup,
  { endpoint, resource }: TaxonomyRoute
): Result.Result<RequestedContent, Reply> => {
  const { apiVersion, catalog, query, request } = lookup
  const { bodies } = lookup.service
  const hasFilter = resources[resource.name].filtered !== undefined
  const parsed = parseTaxonomyQuery(catalog, apiVersion, query, { parameters: endpoint.parameters, hasFilter })
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { served } = parsed.success
  if (resource.name === "license" && !served.view().licenses.has(resource.code)) {
    return Result.fail(missingLicense(served, resource.code))
  }
  return Result.succeed({
    release: served.release.version,
    ...represented(
      { peek: () => bodies.peek(served.release), load: Effect.suspend(() => bodies.load(served.release)) },
      (held) => represent(lookup, parsed.success, resource, held)
    ),
    unchanged: (ifNoneMatch) => findUnchanged(bodies, parsed.success, resource, ifNoneMatch, request)
  })
}

/**
 * The 304 to a tag of the artifact, which the manifest of its release tells. The body need not be in memory, and a client
 * that has it uncompressed need not get it again because it also accepts a compressed one.
 */
const findUnchanged = (
  bodies: BodySource,
  { envelope, filter, served }: TaxonomyQuery,
  resource: ReleaseResource,
  ifNoneMatch: string,
  { acceptEncoding }: ReadRequest
): Reply | undefined => {
  const digest = envelope || filter.length > 0 ? undefined : bodies.digestOf(served.release, artifactOf(resource))
  if (digest === undefined) return undefined
  const encodings = new Set([negotiateEncoding(acceptEncoding), "identity"] as const)
  for (const encoding of encodings) {
    const etag = entityTag(digest, encoding)
    if (!ifNoneMatchMatches(ifNoneMatch, etag)) continue
    const held = bodies.peek(served.release)
    const prepared = held === undefined ? undefined : served.representations(held)(resource, encoding)
    return prepared?.etag === etag ? prepared.notModified : notModifiedReply(etag, resourceHeaders(served, resource))
  }
  return undefined
}

/** The error of a license that the release does not have. */
export const missingLicense = (served: ServedRelease, code: string): Reply => {
  const headers = errorHeaders(served)
  const removedItem = findRemovedItem(served.release, licenseRef(code))
  return removedItem === undefined
    ? requestError("license-not-found", `Base license '${code}' not found`, headers)
    : removedItemReply("license-removed", describeRemovedItem(removedItem), removedItem, headers)
}

const represent = (
  lookup: Lookup,
  { envelope, filter, served }: TaxonomyQuery,
  resource: ReleaseResource,
  held: ReleaseBodies
): Representation => {
  const { filtered } = resources[resource.name]
  const representation =
    filtered !== undefined && filter.length > 0
      ? filtered(served, filter, held)
      : served.representations(held)(resource, encodingFor(lookup, envelope))
  return representation === undefined
    ? missingResource(served, resource)
    : enveloped(lookup, envelope, served, representation)
}

/** The error of a release whose format does not have the artifact of a newer endpoint. */
const missingResource = (served: ServedRelease, { name }: ReleaseResource): Representation =>
  errorRepresentation(
    requestError(
      "resource-not-found",
      `Release v${served.release.version} was published without ${name}`,
      errorHeaders(served)
    )
  )
