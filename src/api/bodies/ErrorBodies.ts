import * as Schema from "effect/Schema"
import { RequestId } from "../parameters/RequestHeaders.ts"
import { Count } from "./BodyParts.ts"

const errorBody = <const Name extends string, Fields extends Schema.Struct.Fields>(
  status: number,
  name: Name,
  identifier: string,
  description: string,
  fields: Fields
) => Schema.Struct({ error: Schema.tag(name), ...fields }).annotate({ httpApiStatus: status, identifier, description })

const message = { message: Schema.NonEmptyString }

/** A malformed request or parameter. */
export const BadRequest = errorBody(
  400,
  "Bad Request",
  "BadRequest",
  "A parameter is unknown or malformed, or the request is not well-formed HTTP.",
  message
)

/** A removed item: `error` alone, a text that names the item and its replacement (service spec, section 7). */
export const CodeRemoved = Schema.Struct({ error: Schema.NonEmptyString }).annotate({
  httpApiStatus: 400,
  identifier: "CodeRemoved",
  description: "The request uses a removed dimension, value or license. The text names it and its replacement."
})

/** The API key is missing, malformed or unknown (service spec, section 7). */
export const Unauthorized = errorBody(
  401,
  "Unauthorized",
  "Unauthorized",
  "The API key is missing, malformed or unknown.",
  message
)

/** The API key was revoked (service spec, section 7). */
export const Forbidden = errorBody(
  403,
  "Forbidden",
  "Forbidden",
  "The API key has been revoked or has expired.",
  message
)

/** An unknown license, release or path (service spec, section 7). */
export const NotFound = errorBody(
  404,
  "Not Found",
  "NotFound",
  "The license, the release, the path, or the signature of the log does not exist.",
  message
)

/** A method other than GET and OPTIONS, and HEAD for health (service spec, section 1; RFC 9110, 15.5.6). */
export const MethodNotAllowed = errorBody(
  405,
  "Method Not Allowed",
  "MethodNotAllowed",
  "Only GET and OPTIONS are allowed, and HEAD for the health of the service.",
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

/** RFC 9110, 15.5.13. */
export const PreconditionFailed = errorBody(
  412,
  "Precondition Failed",
  "PreconditionFailed",
  "No entity tag in the If-Match header is the current one.",
  message
)

/** RFC 9110, 15.5.14. */
export const ContentTooLarge = errorBody(
  413,
  "Content Too Large",
  "ContentTooLarge",
  "The request body is too large. No endpoint reads a body.",
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

/** A limit is used up, usually that of the key (service spec, section 7). `retry_after` is the actual remaining seconds. */
export type RateLimitExceeded = typeof RateLimitExceeded.Type
export const RateLimitExceeded = errorBody(
  429,
  "Rate limit exceeded",
  "RateLimitExceeded",
  "The hourly or daily limit of the API key is used up, or too many requests came without a valid one.",
  { ...message, retry_after: Count, upgrade_url: Schema.String }
)

/** RFC 6585, section 5. */
export const HeaderFieldsTooLarge = errorBody(
  431,
  "Request Header Fields Too Large",
  "HeaderFieldsTooLarge",
  "The request line and the headers exceed 16 KiB together, or the request has more than 100 headers.",
  message
)

/** A failure of the server. The id identifies the request in its log. */
export const InternalServerError = errorBody(
  500,
  "Internal Server Error",
  "InternalServerError",
  "The server failed. Report the request id.",
  { ...message, request_id: RequestId }
)

/** What the response depends on is away for a moment. */
export const ServiceUnavailable = errorBody(
  503,
  "Service Unavailable",
  "ServiceUnavailable",
  "The request limits cannot be checked. Repeat the request after `Retry-After`.",
  message
)

/** The errors that any request may get. */
export const commonErrors = [
  MethodNotAllowed,
  RequestTimeout,
  ContentTooLarge,
  ExpectationFailed,
  HeaderFieldsTooLarge,
  InternalServerError
] as const

/** The errors of an endpoint that requires an API key. */
export const taxonomyErrors = [
  BadRequest,
  CodeRemoved,
  NotFound,
  PreconditionFailed,
  RateLimitExceeded,
  ...commonErrors,
  ServiceUnavailable
] as const
