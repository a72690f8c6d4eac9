import { validateHeaderName, validateHeaderValue } from "node:http"
import type { ProblemFacts } from "../../api/bodies/ErrorBodies.ts"
import type { ErrorCode } from "../../api/bodies/ErrorCode.ts"
import { exposedHeaders } from "../../api/parameters/ResponseHeaders.ts"

export type Headers = Readonly<Record<string, string>>

/**
 * A response without the headers that differ for each request: its id, rate limits, date and connection. A prepared
 * reply can be sent any number of times.
 */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The same names and values in turn, the form that Node writes fastest. */
  readonly rawHeaders: ReadonlyArray<string>
  readonly body: string | Uint8Array | undefined
  /** The length of the body in bytes, 0 if it is not sent. */
  readonly bodyBytes: number
  /** What an error is, from which its problem document is made for clients that ask for one. */
  readonly problem?: Problem
}

/** An error of the contract as data. */
export interface Problem {
  readonly code: ErrorCode
  /** Its body. */
  readonly body: object
  readonly facts: ProblemFacts
}

/**
 * Makes any reply, with the fixed headers of every response; given ones win. What one request adds, such as its id, is
 * added when it is sent. Throws on an invalid header, such as a value of several lines.
 */
export const makeReply = (status: number, headers: Headers, body?: string | Uint8Array): Reply => {
  const hasBody = !statusesWithoutBody.has(status)
  const bodyBytes = hasBody ? Buffer.byteLength(body ?? "") : 0
  const all = { ...commonHeaders, ...headers, ...(hasBody ? { "Content-Length": String(bodyBytes) } : {}) }
  for (const [name, value] of Object.entries(all)) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
  return { status, headers: all, rawHeaders: Object.entries(all).flat(), body, bodyBytes }
}

/** A reply with one header more. */
export const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [name]: value },
  rawHeaders: reply.rawHeaders.concat(name, value)
})

/** These end with the header block (RFC 9112, 6.3); all others state the length of their body. */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 304])

/** Makes a JSON reply that must not be stored: errors, and what describes only this moment. */
export const jsonReply = (status: number, body: object, headers: Headers = {}): Reply =>
  makeReply(
    status,
    { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    `${JSON.stringify(body)}\n`
  )

/** Who may store a response that an API key is needed for: shared caches and clients, clients alone, or nobody. */
export type CachePolicy = "public" | "private" | "no-store"

/** How long clients and shared caches may keep a body (service spec, 4.6 and 8.5). */
export const lifetime = "public, max-age=3600, s-maxage=7200"

/** The headers of a body that an API key is needed for, with what the operator lets caches keep. */
export const restrictCaching = (policy: CachePolicy, headers: Headers): Headers => {
  const permitted = headers["Cache-Control"] ?? lifetime
  if (policy === "public" || !permitted.startsWith("public")) return headers
  const restricted = permitted.replace("public", policy).replace(/, s-maxage=\d+/, "")
  return { ...headers, "Cache-Control": policy === "no-store" ? policy : restricted }
}

/** The methods of every endpoint (service spec, section 1). */
export const allowedMethods = "GET, OPTIONS"

/** The methods of an endpoint for load balancers and monitors, which ask with GET or HEAD. */
export const allowedMethodsWithHead = "GET, HEAD, OPTIONS"

// The fixed headers of every response, each with a row in `responseHeaders`. The first four are for access from other
// origins (service spec, 4.7). The last three keep browsers from sniffing types and from running anything.
const commonHeaders: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": allowedMethods,
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Expose-Headers": exposedHeaders.join(", "),
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff"
}

/** The response to a CORS preflight, valid for a day (service spec, 4.7). */
export const preflight = (methods: string = allowedMethods): Reply =>
  makeReply(204, { Allow: methods, "Access-Control-Max-Age": "86400", "Cache-Control": "no-store" })
