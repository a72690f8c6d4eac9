import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findRemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { BodySource } from "../catalog/BodyCache.ts"
import type { Catalog, ServedRelease } from "../catalog/Catalog.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import { describeRemovedItem } from "../catalog/RemovedItems.ts"
import { ifNoneMatchMatches } from "../representation/ConditionalRequest.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import { envelopeOf } from "../representation/Envelope.ts"
import { resourceHeaders } from "../representation/ReleaseRepresentations.ts"
import { entityTag, notModifiedReply, type Representation } from "../representation/Representation.ts"
import { artifactOf, resources, type Resource } from "../representation/Resources.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { removedItemReply, requestError } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import type { Content } from "./Content.ts"
import { errorHeaders, missingApiVersion, queryError } from "./RequestErrors.ts"
import type { ReadRequest, ReadService } from "./Respond.ts"
import type { TaxonomyRoute } from "./Routes.ts"
import { parseTaxonomyQuery, type TaxonomyQuery } from "./TaxonomyQuery.ts"

/** The content of a resource of one release. */
export const findReleaseContent = (
  service: Pick<ReadService, "bodies" | "pathNotFound">,
  catalog: Catalog,
  route: TaxonomyRoute,
  query: string,
  request: ReadRequest,
  now: Instant
): Result.Result<Content, Reply> => {
  const { bodies } = service
  const { endpoint, resource } = route
  const apiVersion = catalog.apiVersions.get(route.apiVersion)
  if (apiVersion === undefined) return Result.fail(missingApiVersion(service, route))
  const hasFilter = resources[resource.name].filtered !== undefined
  const parsed = parseTaxonomyQuery(catalog, apiVersion, query, { parameters: endpoint.parameters, hasFilter })
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { served } = parsed.success
  if (resource.name === "license" && !served.view().licenses.has(resource.code)) {
    return Result.fail(missingLicense(served, resource.code))
  }
  const toRepresentation = (held: ReleaseBodies) => represent(parsed.success, resource, held, request, now)
  return Result.succeed({
    release: served.release.version,
    peek: () => {
      const held = bodies.peek(served.release)
      return held === undefined ? undefined : toRepresentation(held)
    },
    load: Effect.suspend(() => Effect.map(bodies.load(served.release), toRepresentation)),
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
  resource: Resource,
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
  { envelope, filter, served }: TaxonomyQuery,
  resource: Resource,
  held: ReleaseBodies,
  { acceptEncoding, id }: ReadRequest,
  now: Instant
): Representation => {
  // What is made for one request is not compressed: that would cost more than it saves.
  const encoding = envelope ? "identity" : negotiateEncoding(acceptEncoding)
  const { filtered } = resources[resource.name]
  const representation =
    filtered !== undefined && filter.length > 0
      ? filtered(served, filter, held)
      : served.representations(held)(resource, encoding)
  if (representation === undefined) return missingResource(served, resource)
  return envelope
    ? envelopeOf(shortName(served.release.version), representation, {
        timestamp: formatIsoTime(now.unixMillis),
        request_id: id
      })
    : representation
}

/** The error of a release whose format does not have the artifact of a newer endpoint. */
const missingResource = (served: ServedRelease, { name }: Resource): Representation => {
  const reply = requestError(
    "resource-not-found",
    `Release v${served.release.version} was published without ${name}`,
    errorHeaders(served)
  )
  return { etag: undefined, ok: reply, notModified: reply }
}
