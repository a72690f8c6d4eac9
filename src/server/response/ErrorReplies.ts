import type * as Schema from "effect/Schema"
import type { Replacement } from "../../api/bodies/DeprecationBody.ts"
import {
  BadRequest,
  CodeRemoved,
  Forbidden,
  HeaderFieldsTooLarge,
  InternalServerError,
  MethodNotAllowed,
  NotFound,
  PreconditionFailed,
  RequestTimeout,
  ServiceUnavailable,
  Unauthorized
} from "../../api/bodies/ErrorBodies.ts"
import { errorCodes, type ErrorCode, type ErrorCodeOf } from "../../api/bodies/ErrorCode.ts"
import { challenge, invalidTokenChallenge } from "../../api/parameters/ResponseHeaders.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { defaultServerLimits } from "../node/ServerLimits.ts"
import { allowedMethods, allowedMethodsWithHead, jsonReply, type Headers, type Reply } from "./Reply.ts"

/** Makes an error from its schema in the contract. `X-Error-Code` is for programs, the texts are for people. */
export const errorReply = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>,
  code: ErrorCode,
  fields: Schema.Struct<Fields>["~type.make.in"],
  headers: Headers = {}
): Reply => jsonReply(errorCodes[code].status, schema.make(fields), { ...headers, ...errorCodeHeader(code) })

export const errorCodeHeader = (code: ErrorCode): Headers => ({ "X-Error-Code": code })

/**
 * Makes shared caches ask the server for each key, otherwise a `public` response would reach clients without one. Bodies
 * come in several content encodings.
 */
export const vary = { Vary: "Authorization, Accept-Encoding" } as const

/** No `Authorization` header (service spec, section 7). */
export const missingKey = errorReply(
  Unauthorized,
  "key-missing",
  { message: "Missing Authorization header" },
  { ...vary, "WWW-Authenticate": challenge }
)

const invalidKeyWith = (challenge: string) =>
  errorReply(Unauthorized, "key-invalid", { message: "Invalid API key" }, { ...vary, "WWW-Authenticate": challenge })

/** A malformed or unknown API key (service spec, section 7). */
export const invalidKey = invalidKeyWith(invalidTokenChallenge)

/** Another scheme than `Bearer`, of which the challenge tells no error (RFC 6750, 3.1). */
export const unsupportedScheme = invalidKeyWith(challenge)

/** A revoked API key (service spec, section 7). */
export const revokedKey = errorReply(Forbidden, "key-revoked", { message: "API key has been revoked" }, vary)

/** An API key whose time has passed. The spec knows no such key; the holder is known as with a revoked one. */
export const expiredKey = errorReply(Forbidden, "key-expired", { message: "API key has expired" }, vary)

/** No endpoint has the path. */
export const makePathNotFound = (basePath: string): Reply =>
  errorReply(NotFound, "path-not-found", {
    message: `Unknown path. Paths are case-sensitive and have no trailing slash. See ${basePath}/docs`
  })

/** An error in the path or query of a request: 400 or 404, by its code (service spec, 4.3). */
export const requestError = (code: ErrorCodeOf<400 | 404>, message: string, headers: Headers = {}): Reply =>
  errorCodes[code].status === 404
    ? errorReply(NotFound, code, { message }, headers)
    : errorReply(BadRequest, code, { message }, headers)

/** A removed item: `error` is the whole body (service spec, section 7), so headers carry the facts. */
export const removedItemReply = (
  code: ErrorCode,
  error: string,
  { mode, replacements }: ReplacementFacts,
  headers: Headers
): Reply =>
  errorReply(
    CodeRemoved,
    code,
    { error },
    replacements.length === 0
      ? headers
      : { ...headers, "X-Replaced-By": replacements.map(formatItem).join(", "), "X-Replacement-Mode": mode }
  )

interface ReplacementFacts {
  readonly mode: (typeof Replacement.Type)["mode"]
  readonly replacements: ReadonlyArray<ItemRef>
}

const makeMethodNotAllowed = (methods: string): Reply =>
  errorReply(
    MethodNotAllowed,
    "method-not-allowed",
    { message: `Only ${methods.replace(/, (?=\w+$)/, " and ")} are allowed` },
    { Allow: methods }
  )

/** Any method except the two that are allowed, including HEAD. */
export const methodNotAllowed = makeMethodNotAllowed(allowedMethods)

/** The same for an endpoint that also answers HEAD. */
export const methodNotAllowedWithHead = makeMethodNotAllowed(allowedMethodsWithHead)

/** A failure of the server. The log has its cause under the same request id. */
export const internalError = (requestId: string): Reply =>
  errorReply(
    InternalServerError,
    "internal-error",
    { message: "The request could not be answered", request_id: requestId },
    vary
  )

/** The limits of an API key cannot be checked, and the operator has chosen to refuse rather than to exceed them. */
export const limitsUnavailable = errorReply(
  ServiceUnavailable,
  "limits-unavailable",
  { message: "The request limits cannot be checked at the moment" },
  { ...vary, "Retry-After": "1" }
)

export const malformedRequest = requestError("request-malformed", "The request is not well-formed HTTP")

/** RFC 3986, 2.1. */
export const malformedPath = requestError(
  "request-malformed",
  "The path has an invalid percent-encoding. Encode each byte of the UTF-8 form as % and two hexadecimal digits"
)

export const requestTimeout = errorReply(RequestTimeout, "request-timeout", {
  message: "The request did not arrive in time"
})

export const preconditionFailed = errorReply(
  PreconditionFailed,
  "precondition-failed",
  { message: "No entity tag in If-Match is the current one" },
  vary
)

/** Names both limits, since the parser reports too many headers and too large ones with the same code. */
export const headersTooLarge = errorReply(HeaderFieldsTooLarge, "headers-too-large", {
  message:
    `The request line and the headers together may have ${defaultServerLimits.maxHeaderBytes / 1024} KiB, ` +
    `and there may be ${defaultServerLimits.maxHeaders} headers`
})
