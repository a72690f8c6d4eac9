import { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import packageJson from "../../package.json" with { type: "json" }
import { KeyRing } from "../keys/KeyRing.ts"
import { makeLimiter, type Limiter } from "../limits/Limiter.ts"
import { AddressUnavailable } from "./AddressUnavailable.ts"
import { CurrentCatalog } from "./CurrentCatalog.ts"
import { drain, type DrainTimes } from "./Drain.ts"
import { makeNodeServer, malformed } from "./NodeServer.ts"
import { internalError } from "./Refusals.ts"
import type { Reply } from "./Reply.ts"
import { requestIdOf } from "./RequestId.ts"
import type { RequestLog } from "./RequestLog.ts"
import { respond, type Answer, type ReadService } from "./Respond.ts"
import { routesUnder } from "./Routes.ts"

export interface ReadServerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Such as `/api/taxonomy`: begins with a slash and does not end in one. */
  readonly basePath: string
  readonly upgradeUrl: string
  readonly log: RequestLog
  readonly limiter?: Limiter
  readonly drainTimes?: DrainTimes
}

/**
 * Serves the catalog until the scope closes, and then drains. Gives back the address that it listens on; fails with
 * `AddressUnavailable`.
 *
 * Node's response is written directly. Effect's adapter sees that it has ended and sends nothing of its own; it still
 * owns the listening, the fiber of each request and bodies that nobody reads.
 */
export const serveReads = Effect.fnUntraced(function* (options: ReadServerOptions) {
  const { host, log, port } = options
  const clock = yield* Clock.Clock
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  const services = yield* Effect.context()

  let draining = false
  const service: ReadService = {
    routes: routesUnder(options.basePath),
    catalog: catalog.get,
    authenticate: ring.authenticate,
    limiter: options.limiter ?? makeLimiter(),
    upgradeUrl: options.upgradeUrl,
    version: packageJson.version,
    draining: () => draining
  }

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const started = clock.monotonicTimeNanosUnsafe()
    const requestId = requestIdOf(request.headers["x-request-id"])
    const method = request.method ?? ""
    const target = request.url ?? ""
    let answer: Answer
    try {
      answer = hasHost(request)
        ? respond(
            service,
            {
              method,
              target,
              authorization: request.headers.authorization,
              ifNoneMatch: request.headers["if-none-match"]
            },
            clock.currentTimeMillisUnsafe()
          )
        : { reply: malformed, key: undefined, limits: [] }
    } catch (defect) {
      answer = { reply: internalError(requestId), key: undefined, limits: [] }
      Effect.runForkWith(services)(Effect.logError(`Request ${requestId} failed`, defect))
    }
    send(response, answer, requestId, draining || hasBody(request))
    log({
      method,
      path: pathOf(target),
      status: answer.reply.status,
      durationMs: Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6,
      requestId,
      key: answer.key
    })
  }

  const nodeServer = makeNodeServer((status, requestId, why) => {
    log({ method: "-", path: why, status, durationMs: 0, requestId, key: undefined })
  })
  const server = yield* NodeHttpServer.make(() => nodeServer, { host, port, disablePreemptiveShutdown: true }).pipe(
    Effect.mapError(({ cause }) => AddressUnavailable.from(host, port, cause))
  )
  yield* server.serve(
    HttpServerRequest.useSync((request) => {
      const nodeRequest = NodeHttpServerRequest.toIncomingMessage(request)
      const nodeResponse = NodeHttpServerRequest.toServerResponse(request)
      if (nodeRequest instanceof IncomingMessage && nodeResponse instanceof ServerResponse) {
        handle(nodeRequest, nodeResponse)
      }
      return alreadySent
    })
  )
  // Added last, so that it comes first: what answers requests is still there while the last ones are finished.
  yield* Effect.addFinalizer(() => {
    draining = true
    return drain(nodeServer, options.drainTimes)
  })
  return server.address
})

const alreadySent = HttpServerResponse.empty()

const send = (response: ServerResponse, { limits, reply }: Answer, requestId: string, close: boolean): void => {
  const { body, headers, status }: Reply = reply
  const own = ["X-Request-ID", requestId, ...(close ? ["Connection", "close"] : [])]
  response.writeHead(status, [...headers, ...limits, ...own])
  response.end(body)
}

/** Exactly one `Host`, which only HTTP/1.1 demands (RFC 9112, 3.2). Node joins several with commas. */
const hasHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined ? httpVersion === "1.0" : !headers.host.includes(",")

/** No endpoint takes a body (service spec, section 4), so one is not waited for: the connection ends instead. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const pathOf = (target: string): string => {
  const mark = target.indexOf("?")
  return mark === -1 ? target : target.slice(0, mark)
}
