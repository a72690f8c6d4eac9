import { randomUUID } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { QueryValues } from "../../api/endpoints/Answers.ts"
import { taxonomyEndpoints } from "../../api/endpoints/TaxonomyEndpoints.ts"
import { CurrentCatalog } from "../catalog/CurrentCatalog.ts"
import { findContent, findProblem } from "../content/Content.ts"
import { makeSources, type ContentRequest } from "../content/Lookup.ts"
import { negotiateProblem } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"

/**
 * Answers requests in this process as the server answers them: without a connection, a key and limits. Errors are problem
 * details. A release that cannot be read is a defect.
 */
export const makeAnswerHere = Effect.gen(function* () {
  const sources = makeSources(yield* CurrentCatalog, { basePath })
  return Effect.fnUntraced(function* (sent: Pick<ContentRequest, "endpoint" | "params" | "query">) {
    const id = randomUUID()
    const request = { ...sent, id, unixMillis: yield* Clock.currentTimeMillis, acceptEncoding: undefined }
    const found = Result.match(decodeQuery(request), {
      onSuccess: (query) => findContent(sources, { ...request, query }),
      onFailure: (error) => Result.fail(findProblem(sources, request, error))
    })
    const reply: Reply = Result.isSuccess(found) ? (yield* Effect.orDie(found.success.load)).ok : found.failure
    return negotiateProblem(reply, "application/problem+json", basePath, id)
  })
})

const basePath = "/api/taxonomy"

/** Checks the path and decodes the query as the routes of the contract do. */
const decodeQuery = (sent: ContentRequest): Result.Result<QueryValues, HttpApiSchemaError> => {
  const endpoints: Readonly<Record<string, HttpApiEndpoint.Top>> = taxonomyEndpoints.endpoints
  const { params = Schema.Unknown, query = Schema.Unknown } = endpoints[sent.endpoint.name] ?? {}
  const decode = (kind: "Params" | "Query", schema: Schema.Constraint, value: unknown) =>
    Result.mapError(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract needs no services
      Schema.decodeUnknownResult(schema as Schema.Codec<QueryValues, unknown>)(value),
      (cause) => new HttpApiSchemaError({ kind, cause })
    )
  return Result.flatMap(decode("Params", params, sent.params), () =>
    decode("Query", Schema.toCodecArrayFromSingle(query), sent.query)
  )
}
