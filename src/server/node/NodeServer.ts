import { createServer, STATUS_CODES, type Server } from "node:http"
import type { Duplex } from "node:stream"
import type * as Clock from "effect/Clock"
import { makeRequestId } from "../app/RequestId.ts"
import { formatHttpDate } from "../response/Dates.ts"
import { headersTooLarge, malformedRequest, requestTimeout } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { DroppableRequest, DroppableResponse } from "./DroppedRequests.ts"
import type { ServerLimits } from "./ServerLimits.ts"

/** The answer to something that never became a request. */
export interface Rejection {
  readonly reply: Reply
  readonly requestId: string
  /** A code, such as one of Node's parser. */
  readonly reason: string
  readonly socket: Duplex
}

/** Node's server with explicit limits, not listening yet. */
export const makeNodeServer = (limits: ServerLimits): Server => {
  const server = createServer({
    IncomingMessage: DroppableRequest,
    ServerResponse: DroppableResponse,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMillis,
    requestTimeout: limits.requestTimeoutMillis,
    keepAliveTimeout: limits.keepAliveMillis,
    connectionsCheckingInterval: Math.min(2000, limits.headersTimeoutMillis),
    // Node's own refusal has no body; the application refuses in JSON.
    requireHostHeader: false,
    // Joins two `Authorization` headers to one invalid key. By default Node takes the first.
    joinDuplicateHeaders: true,
    // Nothing is ever upgraded, so a request that asks for it is an ordinary one (RFC 9110, 7.8).
    shouldUpgradeCallback: () => false
  })
  server.maxHeadersCount = limits.maxHeaders + 1
  server.maxConnections = limits.maxConnections
  server.timeout = limits.idleTimeoutMillis
  return server
}

/** Answers in JSON what Node's parser refuses and what does not arrive in time, unless another response is on its way. */
export const answerRejected = (
  server: Server,
  unanswered: (socket: Duplex) => number,
  clock: Clock.Clock,
  onRejected: (rejection: Rejection) => void
): void => {
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    // Written now, the rejection would be taken for the response to an earlier request.
    if (error.code === "ECONNRESET" || !socket.writable || unanswered(socket) > 0) return void socket.destroy()
    const reason = error.code ?? error.name
    const reply = parserReplies.get(reason) ?? malformedRequest
    const requestId = makeRequestId(undefined)
    onRejected({ reply, requestId, reason, socket })
    socket.end(rawResponse(reply, requestId, clock.currentTimeMillisUnsafe()), () => socket.destroy())
  })
}

const parserReplies: ReadonlyMap<string, Reply> = new Map([
  ["HPE_HEADER_OVERFLOW", headersTooLarge],
  ["ERR_HTTP_REQUEST_TIMEOUT", requestTimeout]
])

const rawResponse = ({ body = "", headers, status }: Reply, requestId: string, unixMillis: number): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `X-Request-ID: ${requestId}`,
    `Date: ${formatHttpDate(unixMillis)}`,
    "Connection: close",
    "",
    Buffer.from(body).toString()
  ].join("\r\n")
