import * as Schema from "effect/Schema"
import { RequestId } from "../parameters/RequestHeaders.ts"
import { Count } from "./Count.ts"

const errorBody = <const Name extends string, Fields extends Schema.Struct.Fields>(
  status: number,
  name: Name,
  identifier: string,
  description: string,
  fields: Fields
) => Schema.Struct({ error: Schema.tag(name), ...fields }).annotate({ httpApiStatus: status, identifier, description })

const message = { message: Schema.NonEmptyString }

/** A request that is malformed, or that asks for something in a form that is not understood. */
export const BadRequest = errorBody(
  400,
  "Bad Request",
  "BadRequest",
  "A parameter is unknown or malformed, or the request is not well-formed HTTP.",
  message
)

/**
 * A code that was removed is used in a release that no longer has it: `error` alone, a text that names the code and its
 * replacement (service spec, section 7).
 */
export const CodeRemoved = Schema.Struct({ error: Schema.NonEmptyString }).annotate({
  httpApiStatus: 400,
  identifier: "CodeRemoved",
  description: "A value or a license is used that was removed; the text names it and its replacement."
})

/** No key, or one that is unknown or wrong (service spec, section 7). */
export const Unauthorized = errorBody(
  401,
  "Unauthorized",
  "Unauthorized",
  "The request has no API key, or one that is unknown.",
  message
)

/** A key that was revoked (service spec, section 7). */
export const Forbidden = errorBody(403, "Forbidden", "Forbidden", "The API key has been revoked.", message)

/** Nothing of that name (service spec, section 7), or nothing at that path. */
export const NotFound = errorBody(
  404,
  "Not Found",
  "NotFound",
  "There is nothing of that name, no such release, or nothing at that path.",
  message
)

/** Any method but the two that are offered (service spec, section 1); RFC 9110, 15.5.6. */
export const MethodNotAllowed = errorBody(
  405,
  "Method Not Allowed",
  "MethodNotAllowed",
  "Only GET and OPTIONS are offered; HEAD is refused too.",
  message
)

/** RFC 9110, 15.5.9. */
export const RequestTimeout = errorBody(
  408,
  "Request Timeout",
  "RequestTimeout",
  "The request did not arrive in time.",
  message
)

/** RFC 9110, 15.5.14. */
export const ContentTooLarge = errorBody(
  413,
  "Content Too Large",
  "ContentTooLarge",
  "The framing of the request's body is too large. No endpoint takes a body.",
  message
)

/** RFC 9110, 15.5.18. */
export const ExpectationFailed = errorBody(
  417,
  "Expectation Failed",
  "ExpectationFailed",
  "The request has an Expect header other than 100-continue.",
  message
)

/**
 * The limit of an hour or of a day is used up (service spec, section 7). `retry_after` is the seconds that are really
 * left.
 */
export type RateLimitExceeded = typeof RateLimitExceeded.Type
export const RateLimitExceeded = errorBody(
  429,
  "Rate limit exceeded",
  "RateLimitExceeded",
  "The key has used up the requests of an hour or of a day.",
  { ...message, retry_after: Count, upgrade_url: Schema.String }
)

/** RFC 6585, section 5. */
export const HeaderFieldsTooLarge = errorBody(
  431,
  "Request Header Fields Too Large",
  "HeaderFieldsTooLarge",
  "The request line and the headers together are larger than 16 KiB, or there are more than 100 headers.",
  message
)

/** A mistake in the service. The id is what its log knows the request by. */
export const InternalServerError = errorBody(
  500,
  "Internal Server Error",
  "InternalServerError",
  "The service made a mistake. Report the request id.",
  { ...message, request_id: RequestId }
)

/** What may be the answer to any request, whatever it asks for. */
export const everywhere = [
  MethodNotAllowed,
  RequestTimeout,
  ContentTooLarge,
  ExpectationFailed,
  HeaderFieldsTooLarge,
  InternalServerError
] as const

/** The status that a body is sent with; 200 where its schema says nothing else. */
export const statusOf = (schema: Schema.Constraint): number => {
  const { annotations, context } = schema.ast
  const status = annotations?.["httpApiStatus"] ?? context?.annotations?.["httpApiStatus"]
  return typeof status === "number" ? status : 200
}

/** A refusal as it is sent. */
export interface Refusal {
  readonly status: number
  /** For `JSON.stringify`. */
  readonly body: object
}

/**
 * Makes a refusal from its schema: the name of the error and the status come from there. Throws where a field has not
 * the form that the schema says.
 */
export const refusal = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields>,
  fields: Schema.Struct<Fields>["~type.make.in"]
): Refusal => ({ status: statusOf(schema), body: schema.make(fields) })
