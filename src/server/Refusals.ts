import { allowedMethods, jsonReply, makeReply, type Reply } from "./Reply.ts"

/**
 * Shared caches must ask for each key: a response that is `public` would otherwise reach callers without one. Bodies
 * come in several encodings.
 */
export const vary = { Vary: "Authorization, Accept-Encoding" } as const

/** No `Authorization` header (service spec, section 7). */
export const missingKey = jsonReply(
  401,
  { error: "Unauthorized", message: "Missing Authorization header" },
  { ...vary, "WWW-Authenticate": "Bearer" }
)

/** A key that is unknown or wrong (service spec, section 7). */
export const invalidKey = jsonReply(
  401,
  { error: "Unauthorized", message: "Invalid API key" },
  { ...vary, "WWW-Authenticate": "Bearer" }
)

/** A key that was revoked (service spec, section 7). */
export const revokedKey = jsonReply(403, { error: "Forbidden", message: "API key has been revoked" }, vary)

/** A path at which nothing is served. */
export const unknownPath = jsonReply(404, {
  error: "Not Found",
  message: "Nothing is served at this path; paths are case-sensitive and have no trailing slash"
})

/** No item of that name in an endpoint that is there (service spec, 4.3). */
export const notFound = (message: string): Reply => jsonReply(404, { error: "Not Found", message }, vary)

/** Any method but the two that are offered, HEAD too. */
export const wrongMethod = jsonReply(
  405,
  { error: "Method Not Allowed", message: `Only ${allowedMethods.replace(", ", " and ")} are offered` },
  { Allow: allowedMethods }
)

/** The answer to a cross-origin preflight, good for a day (service spec, 4.7). */
export const preflight = makeReply(204, {
  Allow: allowedMethods,
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "no-store"
})

export const badRequest = (message: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  jsonReply(400, { error: "Bad Request", message }, headers)

/** A mistake in this program. The id is what the log knows the request by. */
export const internalError = (requestId: string): Reply =>
  jsonReply(500, {
    error: "Internal Server Error",
    message: "The request could not be answered",
    request_id: requestId
  })
