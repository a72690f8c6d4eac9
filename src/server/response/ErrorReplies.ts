import type * as Schema from "effect/Schema"
import {
  BadRequest,
  CodeRemoved,
  Forbidden,
  InternalServerError,
  MethodNotAllowed,
  NotFound,
  refusal,
  Unauthorized
} from "../../api/bodies/ErrorBodies.ts"
import { allowedMethods, jsonReply, makeReply, type Reply } from "./Reply.ts"

type Headers = Readonly<Record<string, string>>

/** A refusal in the form that the contract gives it. */
export const refuse = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>,
  fields: Schema.Struct<Fields>["~type.make.in"],
  headers: Headers = {}
): Reply => {
  const { body, status } = refusal(schema, fields)
  return jsonReply(status, body, headers)
}

/**
 * Shared caches must ask for each key: a response that is `public` would otherwise reach callers without one. Bodies
 * come in several encodings.
 */
export const vary = { Vary: "Authorization, Accept-Encoding" } as const

/** No `Authorization` header (service spec, section 7). */
export const missingKey = refuse(
  Unauthorized,
  { message: "Missing Authorization header" },
  { ...vary, "WWW-Authenticate": "Bearer" }
)

/** A key that is unknown or wrong (service spec, section 7). */
export const invalidKey = refuse(
  Unauthorized,
  { message: "Invalid API key" },
  { ...vary, "WWW-Authenticate": "Bearer" }
)

/** A key that was revoked (service spec, section 7). */
export const revokedKey = refuse(Forbidden, { message: "API key has been revoked" }, vary)

/** Of a path at which nothing is served. */
export const unknownPathUnder = (basePath: string): Reply =>
  refuse(NotFound, {
    message: `Nothing is served at this path; paths are case-sensitive and have no trailing slash. ${basePath}/docs lists those that there are`
  })

/** No item or release of that name in an endpoint that is there (service spec, 4.3). */
export const notFound = (message: string, headers: Headers): Reply => refuse(NotFound, { message }, headers)

/** Something that an earlier release had, and that is gone: the error is all that the body says (service spec, 7). */
export const removedItem = (error: string, headers: Headers): Reply => refuse(CodeRemoved, { error }, headers)

/** Any method but the two that are offered, HEAD too. */
export const wrongMethod = refuse(
  MethodNotAllowed,
  { message: `Only ${allowedMethods.replace(", ", " and ")} are offered` },
  { Allow: allowedMethods }
)

/** The answer to a cross-origin preflight, good for a day (service spec, 4.7). */
export const preflight = makeReply(204, {
  Allow: allowedMethods,
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "no-store"
})

export const badRequest = (message: string, headers: Headers = {}): Reply => refuse(BadRequest, { message }, headers)

/** A mistake in this program. The id is what the log knows the request by. */
export const internalError = (requestId: string): Reply =>
  refuse(InternalServerError, { message: "The request could not be answered", request_id: requestId }, vary)
