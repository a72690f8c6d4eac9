import * as Schema from "effect/Schema"
import { ResponseTime } from "../bodies/HealthBody.ts"
import { RequestId } from "../parameters/RequestHeaders.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"

/** The general envelope around a body, sent for `?envelope=true` (service spec, 4.6). */
export const enveloped = <Body extends Schema.Constraint>(identifier: string, body: Body) =>
  Schema.Struct({
    version: TaxonomyVersion,
    data: body,
    _meta: Schema.Struct({ timestamp: ResponseTime, request_id: RequestId })
  }).annotate({ identifier, description: "The same body in the general envelope, for `?envelope=true`." })
