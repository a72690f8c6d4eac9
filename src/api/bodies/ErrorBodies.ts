import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Count } from "../../domain/taxonomy/Scalars.ts"
import { RequestId } from "../parameters/RequestHeaders.ts"
import { Replacement } from "./DeprecationBody.ts"
import { ErrorCode } from "./ErrorCode.ts"

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

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

/** What an error is about, as data. */
const problemFacts = {
  parameter: described(Schema.String, "The query parameter that the error is about."),
  value: described(Schema.String, "The value, code or version that was sent, cut after 64 characters."),
  suggestions: described(Schema.Array(Schema.String), "Known names that are similar to it, the most similar first."),
  known_in: described(Schema.String, "The newest release of the API version, if that has what the release lacks."),
  removed_in: described(Schema.String, "The version that removed the item."),
  replaced_by: described(Schema.Array(Schema.String), "The items that replace the removed one; see `X-Replaced-By`."),
  replacement_mode: Replacement.fields.mode
}

/**
 * Any error as problem details (RFC 9457), for clients that rank `application/problem+json` above `application/json`: the
 * members of the error's own body unchanged, its code, and what it is about as data.
 */
export type ProblemBody = typeof ProblemBody.Type
export const ProblemBody = Schema.Struct({
  type: described(Schema.String, "The description of the error code, relative to the host."),
  title: described(Schema.NonEmptyString, "What the error code means."),
  status: described(Count, "The status of the response."),
  detail: described(Schema.NonEmptyString, "The text of the error."),
  code: described(ErrorCode, "The stable code of the error, as in `X-Error-Code`."),
  request_id: RequestId,
  error: Schema.NonEmptyString,
  message: Schema.optionalKey(Schema.NonEmptyString),
  retry_after: Schema.optionalKey(Count),
  upgrade_url: Schema.optionalKey(Schema.String),
  ...Struct.map(problemFacts, Schema.optionalKey)
}).annotate({
  identifier: "ProblemDetails",
  description:
    "The error as problem details (RFC 9457), if `Accept` ranks `application/problem+json` above `application/json`."
})

/** What the documents of errors say as data besides their code and their texts. */
export type ProblemFacts = Partial<{
  readonly [Name in keyof typeof problemFacts]: (typeof problemFacts)[Name]["Type"]
}>

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
