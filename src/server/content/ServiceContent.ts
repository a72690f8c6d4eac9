import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { docsContentSecurityPolicy } from "../../api/docs/DocsStyle.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { SignedLog } from "../../release/log/ProveArtifact.ts"
import { storeText } from "../bodies/StoredBody.ts"
import type { ServedCatalog } from "../catalog/Catalog.ts"
import { formatIsoTime } from "../response/Dates.ts"
import { errorCodeHeader, requestError } from "../response/ErrorReplies.ts"
import { jsonReply, type Reply } from "../response/Reply.ts"
import { negotiateEncoding, tagged, untagged, type Representation } from "../response/Representation.ts"
import { mapped, represent, shelved, type Content, type ContentRequest, type ContentSources } from "./Lookup.ts"

/** The content of an endpoint about the service itself. */
export const findServiceContent = (
  sources: ContentSources,
  { log }: ServedCatalog,
  request: ContentRequest
): Result.Result<Content, Reply> => {
  switch (request.endpoint.name) {
    case "health":
      return Result.succeed(available(untagged(healthReply(sources, request.unixMillis))))
    case "checkpoint":
      return log === undefined
        ? Result.fail(withoutCheckpoint)
        : Result.succeed(available(representCheckpoint(log.checkpoint)))
    default:
      return Result.succeed(findDocument(sources, request))
  }
}

const available = (representation: Representation): Content => ({
  peek: () => representation,
  load: Effect.succeed(representation)
})

const healthReply = ({ degraded, draining, interface: facts }: ContentSources, unixMillis: number): Reply => {
  const isDraining = draining()
  return jsonReply(
    isDraining ? 503 : 200,
    {
      status: isDraining ? "draining" : degraded() ? "degraded" : "ok",
      version: facts.serverVersion,
      timestamp: formatIsoTime(unixMillis)
    },
    isDraining ? errorCodeHeader("draining") : {}
  )
}

const withoutCheckpoint = requestError("log-unsigned", "The log of the releases is not signed, so it has no checkpoint")

/** The checkpoint in force. It is too short to be compressed. */
const representCheckpoint = memoizeByIdentity(({ source }: SignedLog["checkpoint"]) =>
  tagged(
    `"${sha256(source)}"`,
    // Each release changes it, and so does each cosignature.
    { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=60" },
    source
  )
)

/** A document about the interface, made on first use: that costs more than everything else at start. */
const findDocument = (
  { guides, interface: facts, made }: ContentSources,
  { acceptEncoding, endpoint, query }: ContentRequest
): Content => {
  const envelope = query["envelope"] === "true"
  const isPage = endpoint.name === "docs"
  const openApi = Effect.promise(async () => {
    const { openApiText } = await import("../../api/openapi/OpenApi.ts")
    return openApiText({ ...facts, envelope })
  })
  const page = Effect.flatMap(guides, ({ clientPackage, pages }) =>
    Effect.promise(async () => {
      const { docsPage } = await import("../../api/docs/DocsPage.ts")
      return docsPage(facts, { guides: pages, clientPackage: clientPackage?.name })
    })
  )
  const document = shelved(made, `${endpoint.name} ${envelope}`, Effect.flatMap(isPage ? page : openApi, storeText))
  const headers = isPage ? pageHeaders : { "Content-Type": "application/json" }
  return mapped(document, (body) => represent(facts, body, negotiateEncoding(acceptEncoding), () => headers))
}

const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": docsContentSecurityPolicy
}
