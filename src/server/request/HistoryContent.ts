import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Instant } from "../../limits/Instant.ts"
import { newestOrWithdrawn, type Catalog } from "../catalog/Catalog.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import { envelopeOf } from "../representation/Envelope.ts"
import type { Representation } from "../representation/Representation.ts"
import { formatIsoTime } from "../response/Dates.ts"
import type { Reply } from "../response/Reply.ts"
import type { Content } from "./Content.ts"
import { missingApiVersion, queryError } from "./RequestErrors.ts"
import type { ReadRequest, ReadService } from "./Respond.ts"
import type { HistoryRoute } from "./Routes.ts"
import { parseHistoryQuery } from "./TaxonomyQuery.ts"

/** The content of a resource of the whole history. */
export const findHistoryContent = (
  service: Pick<ReadService, "pathNotFound">,
  { apiVersions }: Catalog,
  route: HistoryRoute,
  query: string,
  { acceptEncoding, id }: ReadRequest,
  now: Instant
): Result.Result<Content, Reply> => {
  const apiVersion = apiVersions.get(route.apiVersion)
  const served = apiVersion === undefined ? undefined : newestOrWithdrawn(apiVersion)
  if (served === undefined) return Result.fail(missingApiVersion(service, route))
  const parsed = parseHistoryQuery(served, query, route.endpoint.parameters)
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { envelope } = parsed.success
  // What is made for one request is not compressed.
  const encoding = envelope ? "identity" : negotiateEncoding(acceptEncoding)
  const { load, peek } = served.history(route.resource)
  const wrap = (inner: Representation): Representation =>
    envelope
      ? envelopeOf(shortName(served.release.version), inner, {
          timestamp: formatIsoTime(now.unixMillis),
          request_id: id
        })
      : inner
  return Result.succeed({
    release: served.release.version,
    peek: () => {
      const held = peek(encoding)
      return held === undefined ? undefined : wrap(held)
    },
    load: Effect.suspend(() => Effect.map(load(encoding), wrap))
  })
}
