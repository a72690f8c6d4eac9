import { createServer, ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from "node:http"
import type { Duplex } from "node:stream"
import { wrongMethod } from "./Refusals.ts"
import { jsonReply, type Reply } from "./Reply.ts"
import { requestIdOf } from "./RequestId.ts"

/** Told of each answer that is given before there is a request to speak of. */
export type OnRejected = (status: number, requestId: string, why: string) => void

/**
 * Node's server with its limits set, not yet listening. What Node would answer with an empty body, or by hanging up,
 * because it cannot be parsed or is no ordinary request, is answered in JSON as well.
 */
export const makeNodeServer = (onRejected: OnRejected): Server => {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than the minute that load balancers keep an idle connection, so that they close it and not we.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2000,
    // Node's own refusal has no body; the request handler refuses in JSON.
    requireHostHeader: false,
    // Two `Authorization` headers become one that is no key, rather than the first being taken.
    joinDuplicateHeaders: true,
    // Nothing is ever upgraded, so a request that asks for it is an ordinary one (RFC 9110, 7.8).
    shouldUpgradeCallback: () => false
  })
  server.maxConnections = 10_000
  // A caller that does not read its response for so long is cut off.
  server.timeout = 120_000

  const reject = (socket: Duplex, reply: Reply, why: string) => {
    if (socket.writableEnded || socket.destroyed) return
    const requestId = requestIdOf(undefined)
    onRejected(reply.status, requestId, why)
    socket.end(rawResponse(reply, requestId))
    // Closing at once would take the response with it where the caller is still sending.
    const timer = setTimeout(() => socket.destroy(), lingerMillis)
    socket.once("close", () => clearTimeout(timer))
  }

  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (error.code === "ECONNRESET" || (!socket.writable && !socket.writableEnded)) {
      socket.destroy()
      return
    }
    afterResponses(socket, () => {
      reject(socket, parserRefusals.get(error.code ?? "") ?? malformed, error.code ?? error.message)
    })
  })
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy())
    reject(socket, wrongMethod, "CONNECT")
  })
  server.on("checkExpectation", (_request, response) => {
    const requestId = requestIdOf(undefined)
    onRejected(expectationFailed.status, requestId, "Expect")
    response.writeHead(expectationFailed.status, [...expectationFailed.headers, ...closing(requestId)])
    response.end(expectationFailed.body)
  })
  return server
}

/** A request that HTTP does not allow, such as one without a host (RFC 9112, 3.2). */
export const malformed = jsonReply(400, {
  error: "Bad Request",
  message: "The request is not well-formed HTTP"
})

const expectationFailed = jsonReply(417, {
  error: "Expectation Failed",
  message: "Only the expectation 100-continue is understood"
})

const parserRefusals: ReadonlyMap<string, Reply> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    jsonReply(431, {
      error: "Request Header Fields Too Large",
      message: "The request line and the headers together may have 16 KiB"
    })
  ],
  [
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    jsonReply(413, { error: "Content Too Large", message: "The chunk extensions are too large" })
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    jsonReply(408, { error: "Request Timeout", message: "The request did not arrive in time" })
  ]
])

const closing = (requestId: string): ReadonlyArray<string> => ["X-Request-ID", requestId, "Connection", "close"]

/** Waits for what the connection still has to say, or the refusal would pass for the answer to an earlier request. */
const afterResponses = (socket: Duplex, then: () => void): void => {
  // Node has no public way to ask for the response that a connection is busy with.
  const current = "_httpMessage" in socket ? socket._httpMessage : undefined
  if (current instanceof ServerResponse) current.once("close", () => afterResponses(socket, then))
  else then()
}

const lingerMillis = 500

const rawResponse = ({ body, headers, status }: Reply, requestId: string): string => {
  const all = [...headers, ...closing(requestId)]
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`
  for (let index = 0; index + 1 < all.length; index += 2) text += `${all[index]}: ${all[index + 1]}\r\n`
  return `${text}\r\n${body === undefined ? "" : Buffer.from(body).toString("utf8")}`
}
