import { STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http"
import { exposedHeaders } from "../../api/parameters/ResponseHeaders.ts"

/**
 * A response but for what differs from one request to the next: its id, the state of the limits, its connection. One
 * that is prepared can be sent any number of times.
 */
export interface Reply {
  readonly status: number
  /** Names and values in turn, the form that Node writes fastest. */
  readonly headers: ReadonlyArray<string>
  /** The status line and the same headers as they are sent, each line with its end. */
  readonly head: string
  readonly body: string | Uint8Array | undefined
}

/**
 * Makes a reply of any kind: what every response must carry is added here, and nowhere else. Given headers win. Throws
 * where one is no header, such as a value of several lines.
 */
export const makeReply = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array
): Reply => {
  const all = Object.entries({
    ...onEveryResponse,
    ...headers,
    ...(endsWithHead.has(status) ? {} : { "Content-Length": String(Buffer.byteLength(body ?? "")) })
  })
  for (const [name, value] of all) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}`,
    ...all.map(([name, value]) => `${name}: ${value}`)
  ]
  // Joined, it is one text; added up, it would be a tree of them that each response had to walk.
  return { status, headers: all.flat(), head: [...lines, ""].join("\r\n"), body }
}

/** Nothing may follow these (RFC 9112, 6.3); of all others a caller must be told how much does. */
const endsWithHead: ReadonlySet<number> = new Set([204, 304])

/** A JSON object that nobody may keep: every error, and what describes only this moment. */
export const jsonReply = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply =>
  makeReply(
    status,
    { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
    `${JSON.stringify(body)}\n`
  )

/** The methods of every endpoint (service spec, section 1). */
export const allowedMethods = "GET, OPTIONS"

// Cross-origin access (service spec, 4.7), and that nobody guesses at types or runs anything found in a body.
const onEveryResponse: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": allowedMethods,
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Expose-Headers": exposedHeaders.join(", "),
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff"
}
