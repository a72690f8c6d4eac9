import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type * as Clock from "effect/Clock"
import { makeRequestId } from "../request/RequestId.ts"
import { formatHttpDate } from "../response/Dates.ts"
import {
  chunkExtensionsTooLarge,
  headersTooLarge,
  malformedRequest,
  methodNotAllowed,
  requestTimeout,
  unknownExpectation
} from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"
import type { Connections } from "./Connections.ts"
import type { CloseLingering } from "./LingeringClose.ts"

/** The answer to something that never reached the request handler. */
export interface Rejection {
  readonly reply: Reply
  readonly requestId: string
  /** A code, such as one of Node's parser. */
  readonly reason: string
  readonly socket: Duplex
}

export type OnRejected = (rejection: Rejection) => void

export interface RejectionOptions {
  readonly server: Server
  readonly connections: Connections
  readonly clock: Clock.Clock
  readonly closeLingering: CloseLingering
  readonly onRejected: OnRejected
}

/** Answers, in JSON, what never reaches the request handler: parser errors, timeouts, `CONNECT`, unknown expectations. */
export const answerRejectedRequests = ({
  clock,
  closeLingering,
  connections,
  onRejected,
  server
}: RejectionOptions): void => {
  const reject = (socket: Duplex, reply: Reply, reason: string): void => {
    if (socket.writableEnded || socket.destroyed) return
    const requestId = makeRequestId(undefined)
    onRejected({ reply, requestId, reason, socket })
    socket.end(rawResponse(reply, requestId, clock.currentTimeMillisUnsafe()))
    closeLingering(socket)
  }

  const rejected = new WeakSet<Duplex>()
  /** Sent earlier, the rejection would be taken for the response to an earlier request. */
  const rejectInTurn = (socket: Duplex, reply: Reply, reason: string): void => {
    // Node reports everything that arrives after a malformed request as malformed, too.
    if (rejected.has(socket)) return
    rejected.add(socket)
    const last = connections.lastResponse(socket)
    if (last === undefined) reject(socket, reply, reason)
    else last.once("close", () => reject(socket, reply, reason))
  }

  server.on("clientError", (error: ParserError, socket) => {
    if (error.code === "ECONNRESET" || (!socket.writable && !socket.writableEnded)) {
      socket.destroy()
      return
    }
    const code = error.code ?? error.name
    const reply = hasUnknownMethod(error) ? methodNotAllowed : (parserReplies.get(code) ?? malformedRequest)
    rejectInTurn(socket, reply, code)
  })
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy())
    rejectInTurn(socket, methodNotAllowed, "CONNECT")
  })
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (!connections.admit(request, response)) return
    const { headers, socket } = request
    const requestId = makeRequestId(headers["x-request-id"])
    const { body, headers: own, status } = unknownExpectation
    onRejected({ reply: unknownExpectation, requestId, reason: "Expect", socket })
    response.writeHead(status, [...own, "X-Request-ID", requestId, "Connection", "close"])
    response.end(body)
  })
}

/** What Node reports about malformed requests, and about clients that are too slow or have disconnected. */
interface ParserError extends Error {
  readonly code?: string
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

const parserReplies: ReadonlyMap<string, Reply> = new Map([
  ["HPE_HEADER_OVERFLOW", headersTooLarge],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", chunkExtensionsTooLarge],
  ["ERR_HTTP_REQUEST_TIMEOUT", requestTimeout]
])

/** True if the parser stopped at an unknown method of an otherwise valid request line. */
const hasUnknownMethod = ({ bytesParsed = 0, code, rawPacket }: ParserError): boolean => {
  if (code !== "HPE_INVALID_METHOD" || rawPacket === undefined) return false
  const text = rawPacket.toString("latin1")
  // Other requests may precede it in the packet.
  const before = text.lastIndexOf(endOfHeaders, bytesParsed)
  return requestLine.test(before === -1 ? text : text.slice(before + endOfHeaders.length))
}

const endOfHeaders = "\r\n\r\n"

/** Any token may be a method, and its case matters (RFC 9110, 9.1). */
const requestLine = /^[!#$%&'*+.^_`|~\w-]+ [/*h]\S* HTTP\/1\.[01]\r\n/

const rawResponse = ({ body, headerBlock }: Reply, requestId: string, unixMillis: number): string => {
  const own = `X-Request-ID: ${requestId}\r\nDate: ${formatHttpDate(unixMillis)}\r\nConnection: close\r\n`
  return `${headerBlock}${own}\r\n${body === undefined ? "" : Buffer.from(body).toString("utf8")}`
}
