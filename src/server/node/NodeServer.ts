import { createServer, IncomingMessage, ServerResponse, STATUS_CODES, type Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type * as Clock from "effect/Clock"
import { makeRequestId } from "../app/Exchange.ts"
import { noEndpoint, type ServerMetrics } from "../observability/Metrics.ts"
import type { RequestLog } from "../observability/RequestLog.ts"
import { formatHttpDate } from "../response/Dates.ts"
import { headersTooLarge, malformedRequest, requestTimeout } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import { canonicalAddress } from "./ClientAddress.ts"
import type { ServerLimits } from "./ServerLimits.ts"

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
  { log, metrics }: { readonly log: RequestLog; readonly metrics: Pick<ServerMetrics, "answered"> }
): void => {
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    // Written now, the rejection would be taken for the response to an earlier request.
    if (error.code === "ECONNRESET" || !socket.writable || unanswered(socket) > 0) return void socket.destroy()
    const reason = error.code ?? error.name
    const reply = parserReplies.get(reason) ?? malformedRequest
    const request_id = makeRequestId(undefined)
    const address = "remoteAddress" in socket ? socket.remoteAddress : undefined
    const client = typeof address === "string" ? canonicalAddress(address) : undefined
    metrics.answered(noEndpoint, reply.status, 0)
    const { bodyBytes: bytes, status } = reply
    log({ method: "-", target: "-", status, duration_ms: 0, bytes, client, request_id, reason })
    socket.end(rawResponse(reply, request_id, clock.currentTimeMillisUnsafe()), () => socket.destroy())
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

/**
 * A request whose connection may be destroyed already. Node parses at once all that it has read, whatever happens to the
 * connection meanwhile: 64 KiB hold 3,640 requests of 18 bytes, which together with their responses take 8 MB. So all
 * requests that follow the destruction of their connection are one object, as are their responses. Nobody answers them.
 */
export class DroppableRequest extends IncomingMessage {
  constructor(socket: Socket) {
    const dropped = socket.destroyed ? droppedRequests.get(socket) : undefined
    if (dropped !== undefined) return dropped
    super(socket)
    if (socket.destroyed) droppedRequests.set(socket, this)
  }

  /** What arrives of a body is discarded: as a stream, a dropped request has ended with the first of its requests. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    return this.socket.destroyed && droppedRequests.get(this.socket) === this ? true : super.push(chunk, encoding)
  }
}

/** The response to such a request. */
export class DroppableResponse extends ServerResponse<DroppableRequest> {
  /** Node passes more than the documented request. */
  constructor(...parameters: [request: DroppableRequest]) {
    const [request] = parameters
    const dropped = request.socket.destroyed ? droppedResponses.get(request) : undefined
    if (dropped !== undefined) return dropped
    super(...parameters)
    if (request.socket.destroyed) droppedResponses.set(request, this)
  }

  /** Node adds listeners for each request. */
  override on(event: string | symbol, listener: Parameters<ServerResponse["on"]>[1]): this {
    return this.req.socket.destroyed && droppedResponses.has(this.req) ? this : super.on(event, listener)
  }
}

const droppedRequests = new WeakMap<Socket, DroppableRequest>()

const droppedResponses = new WeakMap<DroppableRequest, DroppableResponse>()
