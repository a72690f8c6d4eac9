import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import packageJson from "../../package.json" with { type: "json" }
import { KeyRing } from "../keys/KeyRing.ts"
import { CurrentCatalog } from "./catalog/CurrentCatalog.ts"
import { AddressUnavailable } from "./node/AddressUnavailable.ts"
import { makeNodeServer, serverLimits } from "./node/NodeServer.ts"
import { showProcess } from "./observability/Metrics.ts"
import type { Phase } from "./ReadServer.ts"
import { requestIdOf } from "./request/RequestId.ts"
import { internalError } from "./response/ErrorReplies.ts"
import { jsonReply, makeReply, type Reply } from "./response/Reply.ts"

export interface AdminServerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  readonly phase: () => Phase
}

/**
 * For those who run the server, on a port of its own: `/metrics` for Prometheus, `/ready` and `/live`. It needs no key,
 * so it is not for the public network, and no web page may read it. Serves until the scope closes, which should be
 * after the read server has drained; gives back the address, and fails with `AddressUnavailable`.
 */
export const serveAdmin = Effect.fnUntraced(function* ({ host, phase, port }: AdminServerOptions) {
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  yield* showProcess(packageJson.version)
  const router = yield* HttpRouter.toHttpEffect(
    HttpRouter.addAll([
      HttpRouter.route(
        "GET",
        "/metrics",
        Effect.map(PrometheusMetrics.format(), (text) => response(metrics(text)))
      ),
      HttpRouter.route(
        "GET",
        "/ready",
        Effect.sync(() => response(readiness(phase(), catalog, ring)))
      ),
      HttpRouter.route("GET", "/live", Effect.succeed(response(live)))
    ])
  )

  const nodeServer = makeNodeServer(() => undefined, { ...serverLimits, connections: 100 })
  const server = yield* NodeHttpServer.make(() => nodeServer, { host, port, gracefulShutdownTimeout: "1 second" }).pipe(
    Effect.mapError(({ cause }) => AddressUnavailable.from(host, port, cause, "admin-"))
  )
  yield* server.serve(answered(router))
  return server.address
})

// The router alone would take one path for another that differs in case, slashes or encoding.
const paths: ReadonlySet<string> = new Set(["/metrics", "/ready", "/live"])

/** What every answer has: a request id, and JSON where the router or a mistake would leave it empty. */
const answered = <E, R>(router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const requestId = requestIdOf(headers["x-request-id"])
    const answer = paths.has(url.split("?", 1)[0] ?? "") ? router : Effect.succeed(response(unknownPath))
    return yield* answer.pipe(
      Effect.catchCause((cause) =>
        isRouteNotFound(Cause.squash(cause))
          ? Effect.succeed(response(onlyGet))
          : Effect.as(Effect.logError(`Request ${requestId} failed`, cause), response(internalError(requestId)))
      ),
      Effect.map(HttpServerResponse.setHeader("X-Request-ID", requestId))
    )
  })

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const metrics = (text: string): Reply =>
  makeReply(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" }, text)

/** Degraded is ready: what is served is sound, and only older than it should be. So are the keys. */
const readiness = (phase: Phase, { get, status }: CurrentCatalog["Service"], ring: KeyRing["Service"]): Reply => {
  const { apiVersions, head } = get()
  const reasons = [status().reason, ring.status().reason].filter((reason) => reason !== undefined)
  const versions = [...apiVersions.values()].map(({ name, newest }) => [name, newest?.release.version ?? null])
  return jsonReply(phase === "serving" ? 200 : 503, {
    status: phase === "serving" ? "ready" : phase,
    ...(reasons.length === 0 ? {} : { degraded: reasons.join(" ") }),
    ledger: head,
    versions: Object.fromEntries(versions)
  })
}

const live = jsonReply(200, { status: "live", version: packageJson.version })

const unknownPath = jsonReply(404, {
  error: "Not Found",
  message: `Nothing is served at this path; there are ${[...paths].join(", ")}`
})

const onlyGet = jsonReply(
  405,
  { error: "Method Not Allowed", message: "Only GET and HEAD are offered" },
  { Allow: "GET, HEAD" }
)

/** A reply as the adapter sends it, without what lets web pages of any origin read it. */
const response = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse => {
  const own: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = "", value = ""] = headers.slice(index, index + 2)
    if (!name.startsWith("Access-Control-")) own[name] = value
  }
  return HttpServerResponse.raw(body, { status, headers: own })
}
