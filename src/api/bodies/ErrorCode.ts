import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/**
 * Every error of the HTTP interface by its stable code, the value of `X-Error-Code`. Texts may be reworded; a code keeps
 * its status and its meaning. The replies are in `server/response`; `npm run docs` brings the codes to the client. A proxy in front of the server sends `content-too-large` and
 * `service-unavailable`, and may send `uri-too-long`, too.
 */
export const errorCodes = {
  "request-malformed": { status: 400, description: "The request is not well-formed HTTP." },
  "parameter-unknown": { status: 400, description: "The endpoint has no query parameter of this name." },
  "parameter-missing": { status: 400, description: "A required query parameter is missing." },
  "parameter-malformed": { status: 400, description: "A query parameter is repeated or has an invalid value." },
  "cursor-expired": {
    status: 400,
    description: "The cursor is of another list, or of an earlier state of it. Begin again without a cursor."
  },
  "version-malformed": {
    status: 400,
    description: "A version is neither `latest` nor a number such as v1, v1.0 or v1.0.0."
  },
  "version-not-served-here": { status: 400, description: "Another API version serves this taxonomy version." },
  "value-unknown": { status: 400, description: "The dimension has no such value." },
  "dimension-removed": { status: 400, description: "The dimension was removed; see `X-Replaced-By`." },
  "value-removed": { status: 400, description: "The value was removed; see `X-Replaced-By`." },
  "license-removed": { status: 400, description: "The license was removed; see `X-Replaced-By`." },
  "key-missing": { status: 401, description: "The request has no `Authorization` header." },
  "scheme-unsupported": { status: 401, description: "The scheme of the `Authorization` header is not `Bearer`." },
  "key-malformed": {
    status: 401,
    description: "What follows `Bearer` is not an API key, or has a typing error: the last characters are a checksum."
  },
  "key-invalid": { status: 401, description: "The API key is unknown." },
  "key-revoked": { status: 403, description: "The API key has been revoked." },
  "key-expired": { status: 403, description: "The API key has expired." },
  "path-not-found": { status: 404, description: "No endpoint has this path." },
  "resource-not-found": { status: 404, description: "The release was published without this resource." },
  "license-not-found": { status: 404, description: "The release has no license with this code." },
  "dimension-not-found": { status: 404, description: "The release has no dimension of this name." },
  "value-not-found": { status: 404, description: "The dimension has no value with this code." },
  "version-not-found": { status: 404, description: "No published release has this version." },
  "log-unsigned": { status: 404, description: "The log of the releases is not signed, so nothing can be proved." },
  "release-unsigned": { status: 404, description: "The checkpoint of the log does not cover the release yet." },
  "method-not-allowed": { status: 405, description: "The method is neither GET nor OPTIONS." },
  "request-timeout": { status: 408, description: "The request did not arrive in time." },
  "precondition-failed": { status: 412, description: "No entity tag in `If-Match` is the current one." },
  "content-too-large": { status: 413, description: "The request body is too large. No endpoint reads a body." },
  "uri-too-long": { status: 414, description: "The path and the query exceed 8,000 bytes together." },
  "limit-exceeded": { status: 429, description: "The hourly or daily request limit of the API key is used up." },
  "unauthorized-limit-exceeded": {
    status: 429,
    description: "Too many requests without a valid API key came from the address of the client."
  },
  "headers-too-large": { status: 431, description: "The header block is too large or has too many headers." },
  "internal-error": { status: 500, description: "The server failed. Report the request ID." },
  "limits-unavailable": {
    status: 503,
    description: "The request limits of the API key cannot be checked. Repeat the request after `Retry-After`."
  },
  "release-damaged": {
    status: 503,
    description:
      "The files of the release are damaged and cannot be rendered again. Send the request to another server."
  },
  draining: { status: 503, description: "The server is shutting down. Send requests to another one." },
  "service-unavailable": { status: 503, description: "The proxy cannot reach the server, or limits the address." }
} as const satisfies Readonly<Record<string, { readonly status: number; readonly description: string }>>

export type ErrorCode = keyof typeof errorCodes

/** The codes of some statuses. */
export type ErrorCodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]["status"] extends Status ? Code : never
}[ErrorCode]

export const ErrorCode = Schema.Literals(Struct.keys(errorCodes))

/** The codes of one status. */
export const errorCodesOf = (status: number): ReadonlyArray<ErrorCode> =>
  ErrorCode.literals.filter((code) => errorCodes[code].status === status)
