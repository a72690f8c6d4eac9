import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { RequestId } from "../parameters/RequestHeaders.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"

/** The cursor of the next page of a list. */
export const NextCursor = Schema.optionalKey(
  Schema.NonEmptyString.annotate({
    description: "Send it as `cursor` for the entries that follow. Absent from the last page, and from a whole list."
  })
)

/** The time of a response, ISO 8601 in UTC. */
export const ResponseTime = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/u, {
    expected: "a UTC time such as 2026-11-21T10:00:00.000Z"
  })
).annotate({ description: "The time of the response, ISO 8601 in UTC." })

const metaFields = {
  taxonomy_version: TaxonomyVersion,
  release: Schema.toEncoded(Version),
  generated_at: Timestamp
}

/** The release of a body (service spec, 2.6). It is constant for a release, so the entity tag can be a digest. */
export const ReleaseMeta = Schema.Struct(metaFields).annotate({
  identifier: "ReleaseMeta",
  description: "The release of the body; constant for a release."
})

/** The same for bodies about all releases, which change with the ledger. */
export const HistoryMeta = Schema.Struct(metaFields).annotate({
  identifier: "HistoryMeta",
  description: "The newest release of the API version, and the date of the newest publication or withdrawal."
})

/** The general envelope around a body, sent for `?envelope=true` (service spec, 4.6). */
export const enveloped = <Body extends Schema.Constraint>(identifier: string, body: Body) =>
  Schema.Struct({
    version: TaxonomyVersion,
    data: body,
    _meta: Schema.Struct({ timestamp: ResponseTime, request_id: RequestId })
  }).annotate({ identifier, description: "The same body in the general envelope, for `?envelope=true`." })

/** The client's copy is current (RFC 9110, 15.4.5). */
export const NotModified = HttpApiSchema.Empty(304).annotate({ description: "The client's copy is current." })
