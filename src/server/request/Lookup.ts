import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { ApiVersion as ApiVersionName } from "../../api/parameters/TaxonomyVersion.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Instant } from "../../limits/Instant.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactCheck.ts"
import type { ApiVersion, ServedCatalog, ServedRelease } from "../catalog/Catalog.ts"
import { releaseHeaders } from "../catalog/DeprecationHeaders.ts"
import { negotiateEncoding, type ContentEncoding } from "../representation/ContentEncoding.ts"
import { envelopeOf } from "../representation/Envelope.ts"
import type { Representation } from "../representation/Representation.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { removedItemReply, requestError, vary } from "../response/ErrorReplies.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import type { ReadRequest, ReadService } from "./Respond.ts"
import type { VersionedRoute } from "./Routes.ts"
import type { QueryProblem } from "./TaxonomyQuery.ts"

/** What a path and a query select. */
export interface RequestedContent {
  /** The release that it is part of, and for changes also the release that they start from; for the log. */
  readonly release?: string
  readonly fromRelease?: string
  /** The representation if it is in memory. */
  readonly peek: () => Representation | undefined
  /** The 304 to an `If-None-Match` with a tag that is known without loading anything. Absent if no tag ever is. */
  readonly unchanged?: (ifNoneMatch: string) => Reply | undefined
  /** The same, or what is read from disk. */
  readonly load: Effect.Effect<Representation, ArtifactBroken | PlatformError>
}

export type ContentService = Pick<
  ReadService,
  | "bodies"
  | "changes"
  | "degraded"
  | "documents"
  | "draining"
  | "pathNotFound"
  | "proofs"
  | "releaseDocuments"
  | "version"
>

/** A request for content of an API version. */
export interface Lookup {
  readonly service: ContentService
  readonly catalog: ServedCatalog
  readonly apiVersion: ApiVersion
  readonly query: string
  readonly request: ReadRequest
  readonly now: Instant
}

/** Content whose representation is made from what is in memory, or is loaded. */
export const represented = <A>(
  {
    load,
    peek
  }: { readonly peek: () => A | undefined; readonly load: Effect.Effect<A, ArtifactBroken | PlatformError> },
  represent: (held: A) => Representation
): Pick<RequestedContent, "peek" | "load"> => ({
  peek: () => {
    const held = peek()
    return held === undefined ? undefined : represent(held)
  },
  load: Effect.map(load, represent)
})

/** The encoding for a request. What is made for one request is not compressed: that would cost more than it saves. */
export const encodingFor = ({ request }: Lookup, envelope: boolean): ContentEncoding =>
  envelope ? "identity" : negotiateEncoding(request.acceptEncoding)

/** Puts the representation of a release into the envelope of a request, if the request asks for one. */
export const enveloped = (
  { now, request }: Lookup,
  envelope: boolean,
  { release }: ServedRelease,
  inner: Representation
): Representation =>
  envelope
    ? envelopeOf(shortName(release.version), inner, {
        timestamp: formatIsoTime(now.unixMillis),
        request_id: request.id
      })
    : inner

/** The error of a path whose API version has no release. Other segments in its place are part of an unknown path. */
export const missingApiVersion = (
  { pathNotFound }: Pick<ReadService, "pathNotFound">,
  { apiVersion }: VersionedRoute
): Reply =>
  isApiVersion(apiVersion)
    ? requestError("version-not-found", `No release of API version ${apiVersion} is published`)
    : pathNotFound

/** The error of a query. */
export const queryError = ({ code, message, removedItem, served }: QueryProblem): Reply => {
  const headers = errorHeaders(served)
  return removedItem === undefined
    ? requestError(code, message, headers)
    : removedItemReply(code, message, removedItem, headers)
}

/** An error also says which release it is about, and if that release is withdrawn or at its end of life. */
export const errorHeaders = (served: ServedRelease | undefined): Headers =>
  served === undefined ? vary : { ...vary, ...releaseHeaders(served) }

const isApiVersion = Schema.is(ApiVersionName)
