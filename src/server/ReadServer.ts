import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import packageJson from "../../package.json" with { type: "json" }
import { KeyRing } from "../keys/KeyRing.ts"
import type { Limiter } from "../limits/Limiter.ts"
import { makeMemoryLimiter } from "../limits/MemoryLimiter.ts"
import { CurrentCatalog } from "./catalog/CurrentCatalog.ts"
import { makeDocuments } from "./Documents.ts"
import { AddressUnavailable } from "./node/AddressUnavailable.ts"
import { followConnections } from "./node/Connections.ts"
import { drain, type DrainTimes } from "./node/Drain.ts"
import { makeNodeServer, serverLimits, type ServerLimits } from "./node/NodeServer.ts"
import { catalogValues } from "./observability/CatalogMetrics.ts"
import { keyValues } from "./observability/KeyMetrics.ts"
import { makeServerMetrics, showValues } from "./observability/Metrics.ts"
import type { RequestLog } from "./observability/RequestLog.ts"
import { makeRequestHandler, noEndpoint } from "./request/HandleRequest.ts"
import type { ReadService } from "./request/Respond.ts"
import { routesUnder } from "./request/Routes.ts"
import { unknownPathUnder } from "./response/ErrorReplies.ts"

/** Where the server is in its life: callers should be sent to it while it is `serving` alone. */
export type Phase = "starting" | "serving" | "draining"

/** Who is behind the server (service spec, section 5), for the description of the interface. */
export interface Contacts {
  readonly operator: string | undefined
  readonly security: string | undefined
}

export interface ReadServerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Such as `/api/taxonomy`: begins with a slash and does not end in one. */
  readonly basePath: string
  readonly upgradeUrl: string
  readonly contacts?: Contacts
  readonly log: RequestLog
  readonly limiter?: Limiter
  readonly limits?: Partial<ServerLimits>
  readonly drainTimes?: DrainTimes
  /** Told when the server begins to take requests, and when it begins to end. */
  readonly onPhase?: (phase: Phase) => void
}

/**
 * Serves the catalog until the scope closes, and then drains. Gives back the address that it listens on; fails with
 * `AddressUnavailable`. What it does is counted in the metrics registry of the context.
 *
 * Requests are taken from Node's server directly, and answered at once: a fiber is started only for what has to be
 * waited for. Effect's adapter starts one for each request, which takes a tenth of the time of one; here it listens, and
 * no more.
 */
export const serveReads = Effect.fnUntraced(function* (options: ReadServerOptions) {
  const { host, log, onPhase, port } = options
  const limits = { ...serverLimits, ...options.limits }
  const clock = yield* Clock.Clock
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  const metrics = yield* makeServerMetrics
  const services = yield* Effect.context()

  let draining = false
  const limiter: Limiter = options.limiter ?? makeMemoryLimiter()
  const service: ReadService = {
    routes: routesUnder(options.basePath),
    unknownPath: unknownPathUnder(options.basePath),
    catalog: catalog.get,
    bodies: catalog.bodies,
    authenticate: metrics.countingFailures(ring.authenticate),
    limiter,
    upgradeUrl: options.upgradeUrl,
    version: packageJson.version,
    documents: yield* makeDocuments({
      basePath: options.basePath,
      serverVersion: packageJson.version,
      operatorEmail: options.contacts?.operator,
      securityEmail: options.contacts?.security
    }),
    degraded: () => catalog.status().degraded || ring.status().reason !== undefined,
    draining: () => draining
  }

  const nodeServer = makeNodeServer((status, requestId, reason) => {
    metrics.answered(noEndpoint, status, 0)
    log({ method: "-", path: "-", status, durationMs: 0, requestId, key: undefined, reason })
  }, limits)
  const connections = followConnections(nodeServer, limits.responseMillis)
  nodeServer.on("drop", metrics.connectionRefused)

  const report = (message: string, failure: unknown): void => {
    Effect.runForkWith(services)(Effect.logError(message, Cause.isCause(failure) ? failure : Cause.fail(failure)))
  }
  const handle = makeRequestHandler({
    service,
    limits,
    connections,
    metrics,
    log,
    clock,
    onFailure: (id, cause) => report(`Request ${id} failed`, cause)
  })

  const server = yield* NodeHttpServer.make(() => nodeServer, { host, port, disablePreemptiveShutdown: true }).pipe(
    Effect.mapError(({ cause }) => AddressUnavailable.from(host, port, cause))
  )
  // A connection that the system does not let in, for want of file descriptors, is no reason to end.
  nodeServer.on("error", (error) => report("A connection failed", error))
  const fork = yield* FiberSet.makeRuntime()
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const later = handle(request, response)
    if (later === undefined) return
    const fiber = fork(later)
    response.once("close", () => {
      // Who asked has left, and there is nobody to go on for.
      if (!response.writableEnded) fiber.interruptUnsafe()
    })
  }
  nodeServer.on("request", onRequest)
  // No body is asked for, since none is read.
  nodeServer.on("checkContinue", onRequest)
  yield* showValues([
    ...catalogValues(catalog),
    ...keyValues(ring),
    {
      name: "taxonomy_http_connections_open",
      description: "Connections that are open",
      read: connections.open
    },
    {
      name: "taxonomy_http_requests_in_flight",
      description: "Requests whose answer is not decided, or has not wholly left",
      read: connections.inFlight
    },
    {
      name: "taxonomy_limited_keys",
      description: "Keys with a window of a rate limit that has not been swept",
      read: limiter.size
    }
  ])
  onPhase?.("serving")
  // Added last, so that it comes first: what answers requests is still there while the last ones are finished.
  yield* Effect.addFinalizer(() => {
    draining = true
    onPhase?.("draining")
    const left = `${connections.inFlight()} requests in flight, ${connections.open()} connections open`
    return Effect.andThen(Effect.logInfo(`Draining: ${left}`), drain(nodeServer, connections, options.drainTimes))
  })
  return server.address
})
