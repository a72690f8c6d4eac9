import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Instant } from "../../limits/Instant.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { SignedLog } from "../../release/log/ProveArtifact.ts"
import type { ServedCatalog, ServedRelease } from "../catalog/Catalog.ts"
import { ifMatchMatches } from "../representation/ConditionalRequest.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import { errorRepresentation, taggedRepresentation, type Representation } from "../representation/Representation.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { errorCodeHeader, preconditionFailed, requestError } from "../response/ErrorReplies.ts"
import { jsonReply, type Reply } from "../response/Reply.ts"
import { findChangesContent } from "./ChangesContent.ts"
import {
  encodingFor,
  enveloped,
  errorHeaders,
  missingApiVersion,
  queryError,
  represented,
  type RequestedContent,
  type ContentService,
  type Lookup
} from "./Lookup.ts"
import { findReleaseContent, missingLicense } from "./ReleaseContent.ts"
import type { ReadRequest } from "./Respond.ts"
import { isVersioned, type HistoryRoute, type ProofRoute, type ReleaseDocumentRoute, type ReadRoute } from "./Routes.ts"
import { parseHistoryQuery, parseOpenQuery, parseTaxonomyQuery } from "./TaxonomyQuery.ts"

/** The content of a request, or the error in its path or query. */
export const findContent = (
  service: ContentService,
  catalog: ServedCatalog,
  route: ReadRoute,
  query: string,
  request: ReadRequest,
  now: Instant
): Result.Result<RequestedContent, Reply> => {
  if (isVersioned(route)) {
    const apiVersion = catalog.apiVersions.get(route.apiVersion)
    if (apiVersion === undefined) return Result.fail(missingApiVersion(service, route))
    const lookup: Lookup = { service, catalog, apiVersion, query, request, now }
    switch (route._tag) {
      case "Taxonomy":
        return findReleaseContent(lookup, route)
      case "ReleaseDocument":
        return findReleaseDocument(lookup, route)
      case "History":
        return findHistoryContent(lookup, route)
      case "Proof":
        return findProof(lookup, route)
      case "Changes":
        return findChangesContent(lookup, route)
    }
  }
  const parsed = parseOpenQuery(query, route.endpoint.parameters)
  if (Result.isFailure(parsed)) return Result.fail(requestError(parsed.failure.code, parsed.failure.message))
  switch (route._tag) {
    case "Health":
      return Result.succeed(available(errorRepresentation(healthReply(service, now))))
    case "Checkpoint":
      return catalog.log === undefined
        ? Result.fail(withoutCheckpoint)
        : Result.succeed(available(representCheckpoint(catalog.log.checkpoint)))
    case "Document": {
      const encoding = negotiateEncoding(request.acceptEncoding)
      return Result.succeed({
        peek: () => undefined,
        load: Effect.map(service.documents, (documents) => documents[route.document](encoding, parsed.success.envelope))
      })
    }
  }
}

/** Content that is answered with 412 unless its entity tag is one of an `If-Match` header (RFC 9110, 13.1.1). */
export const withPrecondition = (
  { unchanged: _unchanged, ...content }: RequestedContent,
  ifMatch: string
): RequestedContent => ({
  ...content,
  // The error has no entity tag, so that `If-None-Match` does not apply to it.
  ...represented(content, (representation) =>
    ifMatchMatches(ifMatch, representation.etag) ? representation : errorRepresentation(preconditionFailed)
  )
})

/** The content of a document about one release. The envelope is what it describes, never around it. */
const findReleaseDocument = (
  { apiVersion, catalog, query, request, service }: Lookup,
  { endpoint: { parameters } }: ReleaseDocumentRoute
): Result.Result<RequestedContent, Reply> => {
  const parsed = parseTaxonomyQuery(catalog, apiVersion, query, { parameters, hasFilter: false })
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { envelope, served } = parsed.success
  const document = { served, envelope, encoding: negotiateEncoding(request.acceptEncoding) }
  return Result.succeed({
    release: served.release.version,
    peek: () => service.releaseDocuments.peek(document),
    load: Effect.suspend(() => service.releaseDocuments.load(document))
  })
}

/** The content of a resource of the whole history. */
const findHistoryContent = (
  lookup: Lookup,
  { endpoint, resource }: HistoryRoute
): Result.Result<RequestedContent, Reply> => {
  const served = lookup.apiVersion.current
  const parsed = parseHistoryQuery(served, lookup.query, endpoint.parameters)
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { envelope } = parsed.success
  const encoding = encodingFor(lookup, envelope)
  const { load, peek } = served.history(resource)
  return Result.succeed({
    release: served.release.version,
    ...represented({ peek: () => peek(encoding), load: Effect.suspend(() => load(encoding)) }, (inner) =>
      enveloped(lookup, envelope, served, inner)
    )
  })
}

/** The proof of an artifact. It is selected like the body that it is about. */
const findProof = (
  { apiVersion, catalog, query, request, service }: Lookup,
  { endpoint: { parameters }, resource }: ProofRoute
): Result.Result<RequestedContent, Reply> => {
  const parsed = parseTaxonomyQuery(catalog, apiVersion, query, { parameters, hasFilter: false })
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { served } = parsed.success
  if (resource.name === "license" && !served.view().licenses.has(resource.code)) {
    return Result.fail(missingLicense(served, resource.code))
  }
  const { log } = catalog
  if (log === undefined) return Result.fail(unsignedLog(served))
  const proof = { log, served, resource, encoding: negotiateEncoding(request.acceptEncoding) }
  return Result.succeed({
    release: served.release.version,
    peek: () => service.proofs.peek(proof),
    load: Effect.suspend(() => Effect.map(service.proofs.load(proof), (made) => made ?? unsignedRelease(served)))
  })
}

const unsignedLog = (served: ServedRelease): Reply =>
  requestError("log-unsigned", "The log of the releases is not signed, so nothing can be proved", errorHeaders(served))

const unsignedRelease = (served: ServedRelease): Representation =>
  errorRepresentation(
    requestError(
      "release-unsigned",
      `The checkpoint of the log does not cover release v${served.release.version} yet. Try again later`,
      errorHeaders(served)
    )
  )

const withoutCheckpoint = requestError("log-unsigned", "The log of the releases is not signed, so it has no checkpoint")

/** The checkpoint in force. It is too short to be compressed. */
const representCheckpoint = memoizeByIdentity(({ source }: SignedLog["checkpoint"]) =>
  taggedRepresentation(
    `"${sha256(source)}"`,
    // Each release changes it, and so does each cosignature.
    { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=60" },
    source
  )
)

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

const available = (representation: Representation): RequestedContent => ({
  peek: () => representation,
  load: Effect.succeed(representation)
})
