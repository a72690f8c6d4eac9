import { createServer, ServerResponse, type IncomingMessage, type Server } from "node:http"
import type { Duplex } from "node:stream"
import * as DateTime from "effect/DateTime"
import { requestIdOf } from "../request/RequestId.ts"
import { wrongMethod } from "../response/ErrorReplies.ts"
import { httpDate } from "../response/HttpDate.ts"
import { jsonReply, type Reply } from "../response/Reply.ts"

/** What a caller may ask of the server, and what whoever goes past it sees. Times are in milliseconds. */
export interface ServerLimits {
  /** Bytes of the request line and all headers together. Past it: 431. */
  readonly headerBytes: number
  /** Headers of one request. Past it: 431. */
  readonly headers: number
  /** From a connection's first byte, or its opening, to the end of the headers. Past it: 408. */
  readonly headersMillis: number
  /** The same to the end of the request. Past it: 408, or the end of a connection that was answered. */
  readonly requestMillis: number
  /** Between an answer and the next request. Past it the connection is closed. */
  readonly keepAliveMillis: number
  /** In which nothing is sent or read while there is something to do. Past it the connection is cut off. */
  readonly idleMillis: number
  /** For a caller to take one answer that did not leave at once. Past it the connection is cut off. */
  readonly responseMillis: number
  /** Open at a time. Past it a new connection is closed without a word, and counted. */
  readonly connections: number
  /** Requests over one connection; 0 for any number, for a connection holds nothing that would grow. */
  readonly requestsPerConnection: number
}

export const serverLimits: ServerLimits = {
  headerBytes: 16_384,
  headers: 100,
  headersMillis: 10_000,
  requestMillis: 30_000,
  // Longer than the minute that load balancers keep an idle connection, so that they close it and not we.
  keepAliveMillis: 65_000,
  idleMillis: 120_000,
  responseMillis: 300_000,
  connections: 10_000,
  requestsPerConnection: 0
}

/** What Node says of bytes that are no request, and of a caller who is too slow or has gone. */
interface ParserError extends Error {
  readonly code?: string
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/** Told of each answer that is given before there is a request to speak of; `why` is a code, such as the parser's. */
export type OnRejected = (status: number, requestId: string, why: string) => void

/**
 * Node's server with its limits set, not yet listening. What Node would answer with an empty body, or by hanging up,
 * because it cannot be parsed or is no ordinary request, is answered in JSON as well.
 */
export const makeNodeServer = (onRejected: OnRejected, limits: ServerLimits = serverLimits): Server => {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMillis,
    requestTimeout: limits.requestMillis,
    keepAliveTimeout: limits.keepAliveMillis,
    connectionsCheckingInterval: Math.min(2000, limits.headersMillis),
    // Node's own refusal has no body; the request handler refuses in JSON.
    requireHostHeader: false,
    // Two `Authorization` headers become one that is no key, rather than the first being taken.
    joinDuplicateHeaders: true,
    // Nothing is ever upgraded, so a request that asks for it is an ordinary one (RFC 9110, 7.8).
    shouldUpgradeCallback: () => false
  })
  server.maxConnections = limits.connections
  server.maxHeadersCount = limits.headers + 1
  server.maxRequestsPerSocket = limits.requestsPerConnection
  server.timeout = limits.idleMillis

  const reject = (socket: Duplex, reply: Reply, why: string) => {
    if (socket.writableEnded || socket.destroyed) return
    const requestId = requestIdOf(undefined)
    onRejected(reply.status, requestId, why)
    socket.end(rawResponse(reply, requestId))
    // Closing at once would take the response with it where the caller is still sending.
    const timer = setTimeout(() => socket.destroy(), lingerMillis)
    socket.once("close", () => clearTimeout(timer))
  }

  server.on("clientError", (error: ParserError, socket) => {
    if (error.code === "ECONNRESET" || (!socket.writable && !socket.writableEnded)) {
      socket.destroy()
      return
    }
    const code = error.code ?? error.name
    const refusal = namesUnknownMethod(error) ? wrongMethod : (parserRefusals.get(code) ?? malformed)
    afterResponses(socket, () => reject(socket, refusal, code))
  })
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy())
    reject(socket, wrongMethod, "CONNECT")
  })
  server.on("checkExpectation", ({ headers }: IncomingMessage, response: ServerResponse) => {
    const requestId = requestIdOf(headers["x-request-id"])
    onRejected(expectationFailed.status, requestId, "Expect")
    response.writeHead(expectationFailed.status, [...expectationFailed.headers, ...closing(requestId)])
    response.end(expectationFailed.body)
  })
  return server
}

/** Why a request that could be parsed is refused before anybody looks at what it asks for. */
export const refusalOf = (request: IncomingMessage, limits: ServerLimits): Reply | undefined => {
  if (request.rawHeaders.length > 2 * limits.headers) return headersTooLarge
  return hasHost(request) ? undefined : malformed
}

/** Exactly one `Host`, which only HTTP/1.1 demands (RFC 9112, 3.2). Node joins several with commas. */
const hasHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined ? httpVersion === "1.0" : !headers.host.includes(",")

const malformed = jsonReply(400, {
  error: "Bad Request",
  message: "The request is not well-formed HTTP"
})

// The parser gives up with the same code whether they are too many or too large.
const headersTooLarge = jsonReply(431, {
  error: "Request Header Fields Too Large",
  message:
    `The request line and the headers together may have ${serverLimits.headerBytes / 1024} KiB, ` +
    `and there may be ${serverLimits.headers} headers`
})

const expectationFailed = jsonReply(417, {
  error: "Expectation Failed",
  message: "Only the expectation 100-continue is understood"
})

const parserRefusals: ReadonlyMap<string, Reply> = new Map([
  ["HPE_HEADER_OVERFLOW", headersTooLarge],
  [
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    jsonReply(413, { error: "Content Too Large", message: "The chunk extensions are too large" })
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    jsonReply(408, { error: "Request Timeout", message: "The request did not arrive in time" })
  ]
])

/** Whether the parser stopped at a method that it does not know, and not at something that is no request line at all. */
const namesUnknownMethod = ({ bytesParsed = 0, code, rawPacket }: ParserError): boolean => {
  if (code !== "HPE_INVALID_METHOD" || rawPacket === undefined) return false
  const text = rawPacket.toString("latin1")
  // Other requests may stand before it.
  const before = text.lastIndexOf(endOfHeaders, bytesParsed)
  return requestLine.test(before === -1 ? text : text.slice(before + endOfHeaders.length))
}

const endOfHeaders = "\r\n\r\n"

/** Any token may be a method, and its case matters (RFC 9110, 9.1). */
const requestLine = /^[!#$%&'*+.^_`|~\w-]+ [/*h]\S* HTTP\/1\.[01]\r\n/

const closing = (requestId: string): ReadonlyArray<string> => ["X-Request-ID", requestId, "Connection", "close"]

/** Waits for what the connection still has to say, or the refusal would pass for the answer to an earlier request. */
const afterResponses = (socket: Duplex, then: () => void): void => {
  // Node has no public way to ask for the response that a connection is busy with.
  const current = "_httpMessage" in socket ? socket._httpMessage : undefined
  if (current instanceof ServerResponse) current.once("close", () => afterResponses(socket, then))
  else then()
}

const lingerMillis = 500

const rawResponse = ({ body, head }: Reply, requestId: string): string => {
  const own = `X-Request-ID: ${requestId}\r\nDate: ${httpDate(DateTime.nowUnsafe().epochMilliseconds)}\r\nConnection: close\r\n`
  return `${head}${own}\r\n${body === undefined ? "" : Buffer.from(body).toString("utf8")}`
}
