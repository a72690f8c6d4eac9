import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ApiVersion } from "../../api/parameters/TaxonomyVersion.ts"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import { shortName } from "../../domain/taxonomy/Version.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactBroken.ts"
import type { Catalog, ServedRelease } from "../catalog/Catalog.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import { describeRemovedItem, findRemovedItem } from "../catalog/RemovedItems.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import { envelopeOf } from "../representation/Envelope.ts"
import { releaseHeaders } from "../representation/ReleaseHeaders.ts"
import type { Representation } from "../representation/Representation.ts"
import { resources, type Resource } from "../representation/Resources.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { errorCodeHeader, removedItemReply, requestError, vary } from "../response/ErrorReplies.ts"
import { jsonReply, type Reply } from "../response/Reply.ts"
import type { ReadRequest, ReadService } from "./Respond.ts"
import type { Route, TaxonomyRoute } from "./Routes.ts"
import { findUnknownParameter, parseTaxonomyQuery, type QueryProblem, type TaxonomyQuery } from "./TaxonomyQuery.ts"

/** What a path and a query select. */
export interface Content {
  /** The representation if it is in memory. */
  readonly peek: () => Representation | undefined
  /** The same, or what is read from disk. */
  readonly load: Effect.Effect<Representation, ArtifactBroken | PlatformError>
}

export type ContentService = Pick<
  ReadService,
  "bodies" | "degraded" | "documents" | "draining" | "pathNotFound" | "version"
>

/** The content of a request, or the error in its path or query. */
export const findContent = (
  service: ContentService,
  catalog: Catalog,
  route: Route,
  query: string,
  request: ReadRequest,
  now: Instant
): Result.Result<Content, Reply> => {
  if (route._tag === "Taxonomy") return findTaxonomyContent(service, catalog, route, query, request, now)
  const problem = findUnknownParameter(new URLSearchParams(query), route.endpoint.parameters)
  if (problem !== undefined) return Result.fail(requestError(problem.code, problem.message))
  if (route._tag === "Health") {
    const reply = healthReply(service, now)
    return Result.succeed(available({ etag: undefined, ok: reply, notModified: reply }))
  }
  const encoding = negotiateEncoding(request.acceptEncoding)
  return Result.succeed({
    peek: () => undefined,
    load: Effect.map(service.documents, (documents) => documents[route.document](encoding))
  })
}

/** The error of a path whose API version has no release. Other segments in its place are part of an unknown path. */
export const missingApiVersion = (
  { pathNotFound }: Pick<ContentService, "pathNotFound">,
  { apiVersion }: TaxonomyRoute
): Reply =>
  isApiVersion(apiVersion)
    ? requestError("version-not-found", `No release of API version ${apiVersion} is published.`)
    : pathNotFound

const isApiVersion = Schema.is(ApiVersion)

const healthReply = ({ degraded, draining, version }: ContentService, now: Instant): Reply => {
  const isDraining = draining()
  return jsonReply(
    isDraining ? 503 : 200,
    {
      status: isDraining ? "draining" : degraded() ? "degraded" : "ok",
      version,
      timestamp: formatIsoTime(now.unixMillis)
    },
    isDraining ? errorCodeHeader("draining") : {}
  )
}

const available = (representation: Representation): Content => ({
  peek: () => representation,
  load: Effect.succeed(representation)
})

const findTaxonomyContent = (
  service: ContentService,
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
    peek: () => {
      const held = bodies.peek(served.release)
      return held === undefined ? undefined : toRepresentation(held)
    },
    load: Effect.suspend(() => Effect.map(bodies.load(served.release), toRepresentation))
  })
}

const queryError = ({ code, message, removedItem, served }: QueryProblem): Reply => {
  const headers = errorHeaders(served)
  return removedItem === undefined
    ? requestError(code, message, headers)
    : removedItemReply(code, message, removedItem, headers)
}

const missingLicense = (served: ServedRelease, code: string): Reply => {
  const headers = errorHeaders(served)
  const removedItem = findRemovedItem(served.release, licenseRef(code))
  return removedItem === undefined
    ? requestError("license-not-found", `Base license '${code}' not found`, headers)
    : removedItemReply("license-removed", describeRemovedItem(removedItem), removedItem, headers)
}

/** An error also says which release it is about, and if that release is withdrawn or at its end of life. */
const errorHeaders = (served: ServedRelease | undefined) =>
  served === undefined ? vary : { ...vary, ...releaseHeaders(served) }

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
