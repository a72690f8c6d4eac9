import type { IncomingMessage } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberSet from "effect/FiberSet"
import packageJson from "../../package.json" with { type: "json" }
import { endpointRoutes } from "../api/EndpointRoutes.ts"
import { KeyRing } from "../keys/KeyRing.ts"
import type { Limiter } from "../limits/Limiter.ts"
import { makeMemoryLimiter, toLimiter } from "../limits/MemoryLimiter.ts"
import type { ExplorerAssets, ExplorerUnavailable } from "../site/ExplorerAssets.ts"
import type { UsageCounter } from "../usage/UsageCounter.ts"
import { CurrentCatalog } from "./catalog/CurrentCatalog.ts"
import { makeProofSource } from "./catalog/ProofSource.ts"
import { makeChangesCache } from "./changes/ChangesCache.ts"
import { makeClientAddresses } from "./clients/ClientAddress.ts"
import { makeIsTrustedProxy } from "./clients/TrustedProxies.ts"
import { makeUnauthorizedLimit } from "./clients/UnauthorizedLimit.ts"
import { makeDocuments } from "./Documents.ts"
import { makeExplorerPages, noExplorer } from "./ExplorerPages.ts"
import { AddressUnavailable } from "./node/AddressUnavailable.ts"
import { drain, type DrainTimes } from "./node/Drain.ts"
import { makeNodeServer } from "./node/NodeServer.ts"
import type { PreparedResponse } from "./node/PreparedResponse.ts"
import { probePreparedHeaders } from "./node/ProbePreparedHeaders.ts"
import { defaultServerLimits, type ServerLimits } from "./node/ServerLimits.ts"
import { registerObserved } from "./observability/ObservedMetrics.ts"
import type { RequestLog } from "./observability/RequestLog.ts"
import { makeServerMetrics } from "./observability/ServerMetrics.ts"
import { makeReleaseDocuments } from "./representation/ReleaseDocuments.ts"
import { makeRequestHandler, noEndpoint } from "./request/HandleRequest.ts"
import { makeLoadsByKey } from "./request/LoadsByKey.ts"
import type { ReadService } from "./request/Respond.ts"
import { makeRouter } from "./request/Routes.ts"
import { makePathNotFound } from "./response/ErrorReplies.ts"
import { makeUnauthorizedLimitReplies } from "./response/RateLimit.ts"
import { makeCachePolicy, type CachePolicy } from "./response/Reply.ts"
import { makeSendReply } from "./response/SendReply.ts"
import { makeRequestTracing } from "./telemetry/RequestTracing.ts"
import type { SpanExport } from "./telemetry/SpanExport.ts"

/** The phase of the server's life. Load balancers should send requests only while it is `serving`. */
export type Phase = "starting" | "serving" | "draining"

/** Addresses for the description of the API (service spec, section 5). */
export interface Contacts {
  readonly operator: string | undefined
  readonly security: string | undefined
}

export interface ReadServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Such as `/api/taxonomy`: begins with a slash and does not end in one. */
  readonly basePath: string
  readonly upgradeUrl: string
  /** Who may store responses that an API key is needed for. Default: shared caches, too. */
  readonly caching?: CachePolicy
  readonly contacts?: Contacts
  readonly limits?: Partial<ServerLimits>
  /** Addresses, networks, `loopback` or `private`. Default: none. */
  readonly trustedProxy?: ReadonlyArray<string>
  /** False never sends prepared header blocks. Default: if this version of Node supports them. */
  readonly preparedHeaders?: boolean
  /** Loads the Explorer. Without it, `/explore` is an unknown path. */
  readonly explorer?: Effect.Effect<ExplorerAssets, ExplorerUnavailable>
  readonly log: RequestLog
  /** Counts what each key does. Default: nobody counts. */
  readonly usage?: Pick<UsageCounter, "count">
  /** Default: in memory. */
  readonly limiter?: Limiter
  /** Exports the spans of requests, of this fraction. Without it, requests are not traced. */
  readonly tracing?: { readonly spans: SpanExport; readonly fraction: number }
  readonly drainTimes?: DrainTimes
  /** Called when the server begins to serve and when it begins to drain. */
  readonly onPhase?: (phase: Phase) => void
}

/**
 * Serves the catalog until the scope closes, then drains. Returns the address; fails with `AddressUnavailable`. Metrics
 * go to the registry of the context.
 *
 * Requests are taken from Node's server directly and answered at once; a fiber is started only if a request has to wait.
 * Effect's adapter starts one for each request, which takes a tenth of its time, so here it only listens.
 */
export const serveReads = Effect.fnUntraced(function* (options: ReadServerOptions) {
  const { basePath, host, log, onPhase, port } = options
  const limits = { ...defaultServerLimits, ...options.limits }
  const clock = yield* Clock.Clock
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  const metrics = yield* makeServerMetrics([...endpointRoutes().map(({ name }) => name), noEndpoint])
  const services = yield* Effect.context()
  const preparedHeaders = options.preparedHeaders !== false && (yield* probePreparedHeaders())

  const documentOptions = {
    basePath,
    serverVersion: packageJson.version,
    operatorEmail: options.contacts?.operator,
    securityEmail: options.contacts?.security
  }

  let draining = false
  const limiter = options.limiter ?? toLimiter(makeMemoryLimiter())
  const unauthorizedLimit = makeUnauthorizedLimit(limits.maxUnauthorizedRequests)
  const toUnauthorizedLimitReply = makeUnauthorizedLimitReplies(options.upgradeUrl)
  const service: ReadService = {
    routes: makeRouter(basePath),
    pathNotFound: makePathNotFound(basePath),
    catalog: catalog.get,
    bodies: catalog.bodies,
    changes: yield* makeChangesCache(),
    proofs: makeProofSource(catalog.bodies),
    authenticate: metrics.instrumentAuthenticator(ring.authenticate),
    limiter,
    loads: yield* makeLoadsByKey,
    refuseUnauthorized: (address, now) => {
      const retryAfter = unauthorizedLimit.charge(address, now)
      return retryAfter === undefined ? undefined : toUnauthorizedLimitReply(retryAfter)
    },
    restrictCaching: makeCachePolicy(options.caching ?? "public"),
    upgradeUrl: options.upgradeUrl,
    version: packageJson.version,
    documents: yield* makeDocuments(documentOptions),
    releaseDocuments: makeReleaseDocuments(documentOptions, catalog.bodies),
    explorer: options.explorer === undefined ? noExplorer : yield* makeExplorerPages(basePath, options.explorer),
    degraded: () => catalog.status().degraded || ring.status().reason !== undefined,
    draining: () => draining
  }

  const addresses = makeClientAddresses(makeIsTrustedProxy(options.trustedProxy ?? []))
  const { connections, server: nodeServer } = makeNodeServer({
    limits,
    clock,
    addresses,
    onLimited: metrics.connectionLimited,
    onCutOff: metrics.connectionCutOff,
    onDropped: metrics.requestDropped,
    onRejected: ({ reply, requestId, reason, socket }) => {
      metrics.answered(noEndpoint, reply.status, 0)
      const client = addresses.ofPeer(socket)?.address
      log({ ...unparsedRequest, status: reply.status, bytes: reply.bodyBytes, requestId, client, reason })
    }
  })
  const report = (message: string, failure: unknown, facts: Readonly<Record<string, string>> = {}): void => {
    const cause = Cause.isCause(failure) ? failure : Cause.fail(failure)
    Effect.runForkWith(services)(Effect.annotateLogs(Effect.logError(message, cause), facts))
  }
  const handle = makeRequestHandler({
    service,
    limits,
    connections,
    clientAddress: addresses.ofRequest,
    sendReply: makeSendReply({ ...limits, preparedHeaders }),
    metrics,
    log,
    usage: options.usage ?? { count: () => undefined },
    tracing:
      options.tracing === undefined
        ? undefined
        : makeRequestTracing({ basePath, clock, random: Math.random, ...options.tracing }),
    clock,
    onFailure: (id, cause) => report("The request failed", cause, { request_id: id })
  })

  const server = yield* NodeHttpServer.make(() => nodeServer, {
    host,
    port,
    disablePreemptiveShutdown: true
  }).pipe(Effect.mapError(({ cause }) => AddressUnavailable.from(host, port, cause)))
  // One connection that the system cannot accept, for lack of file descriptors, must not end the server.
  nodeServer.on("error", (error) => report("A connection failed", error))
  const fork = yield* FiberSet.makeRuntime()
  const onRequest = (request: IncomingMessage, response: PreparedResponse): void => {
    if (!connections.admit(request, response)) return
    const handled = handle(request, response)
    if (Exit.isExit(handled)) return
    const fiber = fork(handled)
    response.once("close", () => {
      if (!response.writableEnded) fiber.interruptUnsafe()
    })
  }
  nodeServer.on("request", onRequest)
  // Node would ask for the body, but none is read.
  nodeServer.on("checkContinue", onRequest)
  yield* registerObserved([
    {
      name: "taxonomy_http_connections_open",
      description: "Open connections",
      read: connections.open
    },
    {
      name: "taxonomy_http_requests_in_flight",
      description: "Requests whose response is not decided or not flushed",
      read: connections.inFlight
    },
    {
      name: "taxonomy_http_unread_bytes",
      description: "Bytes of responses that clients have not read",
      read: connections.unreadBytes
    },
    {
      name: "taxonomy_limited_keys",
      description: "Keys with a rate limit window in memory",
      read: limiter.size
    },
    {
      name: "taxonomy_limits_forgotten_total",
      description: "Keys whose usage was forgotten in memory because too many others were in use",
      counter: true,
      read: limiter.forgotten
    }
  ])
  onPhase?.("serving")
  // Added last, so that it runs first: everything that answers requests still exists while the last ones finish.
  yield* Effect.addFinalizer(() => {
    draining = true
    onPhase?.("draining")
    const left = `${connections.inFlight()} requests in flight, ${connections.open()} connections open`
    return Effect.andThen(Effect.logInfo(`Draining: ${left}`), drain(nodeServer, connections, options.drainTimes))
  })
  return server.address
})

/** What the log says of something that never became a request. */
const unparsedRequest = {
  method: "-",
  target: "-",
  durationMs: 0,
  release: undefined,
  fromRelease: undefined,
  userAgent: undefined,
  key: undefined
}
