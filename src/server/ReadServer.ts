import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import type * as Scope from "effect/Scope"
import { endpointRoutes } from "../api/EndpointRoutes.ts"
import { KeyRing } from "../keys/KeyRing.ts"
import { makeMemoryLimiter, type Limiter } from "../limits/Limiter.ts"
import { listen } from "../platform/Listen.ts"
import { registerObserved } from "../platform/ProcessMetrics.ts"
import type { ExplorerAssets, ExplorerUnavailable } from "../site/ExplorerAssets.ts"
import { noGuides, type Guides } from "../site/Guides.ts"
import type { UsageCounter } from "../usage/UsageCounter.ts"
import { makeAnswering, observeExchanges } from "./app/Exchange.ts"
import { makeGates } from "./app/Gates.ts"
import { answerPrepared, makeReadApp, routeNameOf } from "./app/ReadApp.ts"
import { CurrentCatalog } from "./catalog/CurrentCatalog.ts"
import { makeSources, type ServiceFacts } from "./content/Lookup.ts"
import { networksOf } from "./node/ClientAddress.ts"
import { drain, followConnections, type DrainTimes } from "./node/Connections.ts"
import { answerRejected, makeNodeServer } from "./node/NodeServer.ts"
import { defaultServerLimits, type ServerLimits } from "./node/ServerLimits.ts"
import { makeServerMetrics, noEndpoint } from "./observability/Metrics.ts"
import type { RequestLog } from "./observability/RequestLog.ts"
import { loadOnce, makePages } from "./Pages.ts"
import type { CachePolicy } from "./response/Reply.ts"
import type { SamplingOptions } from "./telemetry/Telemetry.ts"

/** The phase of the server's life. Load balancers should send requests only while it is `serving`. */
export type Phase = "starting" | "serving" | "draining"

export interface ReadServerOptions extends ServiceFacts {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly upgradeUrl: string
  /** Who may store responses that an API key is needed for. Default: shared caches, too. */
  readonly caching?: CachePolicy
  readonly limits?: Partial<ServerLimits>
  /** Addresses, networks, `loopback` or `private`. Default: none. */
  readonly trustedProxy?: ReadonlyArray<string>
  /** False leaves every request to the router, none to the middleware that answers prepared bodies. Default: true. */
  readonly prepared?: boolean
  /** Loads the Explorer. Without it, `/explore` is an unknown path. */
  readonly explorer?: Effect.Effect<ExplorerAssets, ExplorerUnavailable>
  /** Loads the guides and the client, which `/docs` links. Default: there are none. */
  readonly guides?: Effect.Effect<Guides, { readonly message: string }>
  readonly log: RequestLog
  /** Counts what each key does. Default: nobody counts. */
  readonly usage?: Pick<UsageCounter, "count">
  /** Default: in memory. */
  readonly limiter?: Limiter
  /** Makes what requests are traced with. Without it, they are not. */
  readonly tracing?: (options: SamplingOptions) => Effect.Effect<Context.Context<never>, never, Scope.Scope>
  readonly drainTimes?: DrainTimes
  /** Called when the server begins to serve and when it begins to drain. */
  readonly onPhase?: (phase: Phase) => void
}

/**
 * Serves the catalog until the scope closes, then drains. Returns the address; fails with `AddressUnavailable`. Metrics
 * go to the registry of the context. A request passes, in this order:
 *
 * - `node/`: limits on connections and on what Node parses
 * - `app/Exchange.ts`: its id, its headers, one response, its line in the log
 * - `app/ReadApp.ts`: the route, then the steps below
 * - `app/Gates.ts`: checks the key, refuses an exhausted one, and charges its limit (`limits/`)
 * - `content/Content.ts`: finds what path and query select in the `catalog/`, and the 304 that is free
 * - `response/Representation.ts`: any other 304, or the representation, whose bytes come from `bodies/`
 */
export const serveReads = Effect.fnUntraced(function* (options: ReadServerOptions) {
  const { basePath, host, onPhase, port, tracing = () => Effect.succeed(Context.empty()), trustedProxy = [] } = options
  const limits = { ...defaultServerLimits, ...options.limits }
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  const metrics = yield* makeServerMetrics([...endpointRoutes().map(({ name }) => name), noEndpoint])
  const limiter = options.limiter ?? makeMemoryLimiter()
  let draining = false

  const guides = yield* loadOnce(
    options.guides ?? Effect.succeed(noGuides),
    noGuides,
    `${basePath}/docs links no guides.`
  )
  const sources = makeSources(catalog, options, {
    caching: options.caching ?? "public",
    guides,
    degraded: () => catalog.status().degraded || ring.status().reason !== undefined,
    draining: () => draining
  })
  const answering = makeAnswering(basePath, () => draining)
  const gates = makeGates({
    authenticate: ring.authenticate,
    limiter,
    metrics,
    maxUnauthorizedRequests: limits.maxUnauthorizedRequests,
    upgradeUrl: options.upgradeUrl
  })
  const pages = yield* makePages(sources, options.explorer)
  const app = yield* makeReadApp({ sources, answering, gates, pages })
  const proxies = trustedProxy.flatMap((name) => networksOf(name) ?? [])
  const services = yield* Effect.context()
  /** Logs failures from outside of an effect. */
  const report = (message: string, cause: Cause.Cause<unknown>, facts: Readonly<Record<string, string>> = {}) =>
    void Effect.runForkWith(services)(Effect.annotateLogs(Effect.logError(message, cause), facts))
  const exchangeOptions = {
    answering,
    basePath,
    prepare: options.prepared === false ? () => undefined : answerPrepared({ sources, gates, answering }),
    maxHeaders: limits.maxHeaders,
    metrics,
    log: options.log,
    usage: options.usage ?? { count: () => undefined },
    onFailure: (id: string, cause: Cause.Cause<unknown>) => report("The request failed", cause, { request_id: id })
  }
  const observed = observeExchanges(exchangeOptions, app)

  // It parses the address of each request.
  const forwarded =
    proxies.length === 0 ? observed : HttpMiddleware.xForwardedHeaders({ trustedProxies: proxies })(observed)
  const nodeServer = makeNodeServer(limits)
  const connections = followConnections(nodeServer, { proxies, limits, metrics })
  answerRejected(nodeServer, connections.unanswered, yield* Clock.Clock, { log: options.log, metrics })
  const server = yield* listen(nodeServer, { host, port, disablePreemptiveShutdown: true })
  // One connection that the system cannot accept, for lack of file descriptors, must not end the server.
  nodeServer.on("error", (error) => report("A connection failed", Cause.fail(error)))
  const isAccepted = (authorization: string | undefined) => ring.authenticate(authorization)._tag === "Accepted"
  const handle = yield* NodeHttpServer.makeHandler(forwarded, { scope: yield* Effect.scope }).pipe(
    Effect.provideContext(yield* tracing({ isAccepted, nameOf: routeNameOf(basePath) }))
  )
  // Rather than by `server.serve`: what follows the destruction of a connection must not reach the application.
  nodeServer.on("request", (request, response) => {
    if (connections.admit(request, response)) handle(request, response)
  })
  yield* registerObserved({
    taxonomy_http_connections_open: ["Open connections", connections.open],
    taxonomy_http_requests_in_flight: ["Requests whose response is not sent", connections.inFlight],
    taxonomy_limited_keys: ["Keys with a rate limit window in memory", limiter.size],
    taxonomy_limits_forgotten_total: [
      "Keys whose usage was forgotten in memory because too many others were in use",
      limiter.forgotten
    ]
  })
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
