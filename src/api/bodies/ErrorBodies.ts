import * as Schema from "effect/Schema"
import { RequestId } from "../parameters/RequestHeaders.ts"
import { Count } from "./BodyParts.ts"

/** The body of an error: its `error` is a name, such as that of its status, and its schema is named for it. */
const errorBody = <const Name extends string, Fields extends Schema.Struct.Fields = {}>(
  status: number,
  name: Name,
  description: string,
  { fields, identifier = name.replaceAll(" ", "") }: { readonly fields?: Fields; readonly identifier?: string } = {}
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without fields, their type has no members
  Schema.Struct({ error: Schema.tag(name), message: Schema.NonEmptyString, ...(fields as Fields) }).annotate({
    httpApiStatus: status,
    identifier,
    description
  })

/** A malformed request or parameter. */
export const BadRequest = errorBody(
  400,
  "Bad Request",
  "A parameter is unknown or malformed, or the request is not well-formed HTTP."
)

/** A removed item: `error` alone, a text that names the item and its replacement (service spec, section 7). */
export const CodeRemoved = Schema.Struct({ error: Schema.NonEmptyString }).annotate({
  httpApiStatus: 400,
  identifier: "CodeRemoved",
  description: "The request uses a removed dimension, value or license. The text names it and its replacement."
})

/** The API key is missing, malformed or unknown (service spec, section 7). */
export const Unauthorized = errorBody(401, "Unauthorized", "The API key is missing, malformed or unknown.")

/** The API key was revoked (service spec, section 7). */
export const Forbidden = errorBody(403, "Forbidden", "The API key has been revoked or has expired.")

/** An unknown license, release or path (service spec, section 7). */
export const NotFound = errorBody(
  404,
  "Not Found",
  "The license, the release, the path, or the signature of the log does not exist."
)

/** A method other than GET and OPTIONS, and HEAD for health (service spec, section 1; RFC 9110, 15.5.6). */
export const MethodNotAllowed = errorBody(
  405,
  "Method Not Allowed",
  "Only GET and OPTIONS are allowed, and HEAD for the health of the service."
)

/** RFC 9110, 15.5.9. */
export const RequestTimeout = errorBody(408, "Request Timeout", "The request did not arrive in time.")

/** RFC 9110, 15.5.13. */
export const PreconditionFailed = errorBody(
  412,
  "Precondition Failed",
  "No entity tag in the If-Match header is the current one."
)

/** RFC 9110, 15.5.15. */
export const UriTooLong = errorBody(414, "URI Too Long", "The path and the query exceed 8,000 bytes together.", {
  identifier: "UriTooLong"
})

/** A limit is used up, usually that of the key (service spec, section 7). `retry_after` is the actual remaining seconds. */
export const RateLimitExceeded = errorBody(
  429,
  "Rate limit exceeded",
  "The hourly or daily limit of the API key is used up, or too many requests came without a valid one.",
  { fields: { retry_after: Count, upgrade_url: Schema.String }, identifier: "RateLimitExceeded" }
)

/** RFC 6585, section 5. */
export const HeaderFieldsTooLarge = errorBody(
  431,
  "Request Header Fields Too Large",
  "The request line and the headers exceed 16 KiB together, or the request has more than 100 headers.",
  { identifier: "HeaderFieldsTooLarge" }
)

/** A failure of the server. The id identifies the request in its log. */
export const InternalServerError = errorBody(
  500,
  "Internal Server Error",
  "The server failed. Report the request id.",
  { fields: { request_id: RequestId } }
)

/** What the response depends on is away for a moment. */
export const ServiceUnavailable = errorBody(
  503,
  "Service Unavailable",
  "The request limits cannot be checked. Repeat the request after `Retry-After`."
)

/** The errors that any request may get. */
export const commonErrors = [
  MethodNotAllowed,
  RequestTimeout,
  UriTooLong,
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
