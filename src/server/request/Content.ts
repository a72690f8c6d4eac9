import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import type { Instant } from "../../limits/Instant.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactCheck.ts"
import type { Catalog } from "../catalog/Catalog.ts"
import { findCheckpoint } from "../log/CheckpointContent.ts"
import { findProof } from "../log/ProofContent.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import type { Representation } from "../representation/Representation.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { errorCodeHeader, requestError } from "../response/ErrorReplies.ts"
import { jsonReply, type Reply } from "../response/Reply.ts"
import { findChangesContent } from "./ChangesContent.ts"
import { findHistoryContent } from "./HistoryContent.ts"
import { findReleaseContent } from "./ReleaseContent.ts"
import { findReleaseDocument } from "./ReleaseDocumentContent.ts"
import type { ReadRequest, ReadService } from "./Respond.ts"
import type { Route } from "./Routes.ts"
import { parseOpenQuery } from "./TaxonomyQuery.ts"

/** What a path and a query select. */
export interface Content {
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

/** The content of a request, or the error in its path or query. */
export const findContent = (
  service: ContentService,
  catalog: Catalog,
  route: Route,
  query: string,
  request: ReadRequest,
  now: Instant
): Result.Result<Content, Reply> => {
  if (route._tag === "Taxonomy") return findReleaseContent(service, catalog, route, query, request, now)
  if (route._tag === "ReleaseDocument") return findReleaseDocument(service, catalog, route, query, request)
  if (route._tag === "History") return findHistoryContent(service, catalog, route, query, request, now)
  if (route._tag === "Proof") return findProof(service, catalog, route, query, request)
  if (route._tag === "Changes") return findChangesContent(service, catalog, route, query, request, now)
  const parsed = parseOpenQuery(query, route.endpoint.parameters)
  if (Result.isFailure(parsed)) return Result.fail(requestError(parsed.failure.code, parsed.failure.message))
  if (route._tag === "Health") {
    const reply = healthReply(service, now)
    return Result.succeed(available({ etag: undefined, ok: reply, notModified: reply }))
  }
  if (route._tag === "Checkpoint") return findCheckpoint(catalog)
  const encoding = negotiateEncoding(request.acceptEncoding)
  return Result.succeed({
    peek: () => undefined,
    load: Effect.map(service.documents, (documents) => documents[route.document](encoding, parsed.success.envelope))
  })
}

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
