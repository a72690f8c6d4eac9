import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Schema from "effect/Schema"
import packageJson from "../../package.json" with { type: "json" }
import { KeyPrefix } from "../domain/keys/ApiKey.ts"
import { describeNoKeys, KeyRing, type KeyRingStatus } from "../keys/KeyRing.ts"
import type { UsageRecorder } from "../usage/UsageRecorder.ts"
import { isAllowedAdminHost } from "./AdminHost.ts"
import { CurrentCatalog } from "./catalog/CurrentCatalog.ts"
import { AddressUnavailable } from "./node/AddressUnavailable.ts"
import { makeNodeServer } from "./node/NodeServer.ts"
import { defaultServerLimits } from "./node/ServerLimits.ts"
import { registerProcessMetrics } from "./observability/ProcessMetrics.ts"
import type { Phase } from "./ReadServer.ts"
import { makeRequestId } from "./request/RequestId.ts"
import { splitTarget } from "./request/RequestTarget.ts"
import { errorCodeHeader, internalError, requestError } from "./response/ErrorReplies.ts"
import { jsonReply, makeReply, type Reply } from "./response/Reply.ts"

export interface AdminServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly phase: () => Phase
  /** True to be ready before the first API key was issued. */
  readonly allowNoKeys: boolean
  /** Reads the usage of API keys. */
  readonly usage: Pick<UsageRecorder, "read">
}

/**
 * Serves operators on a port of its own: `/metrics` for Prometheus, `/ready`, `/live` and `/keys/usage`. Needs no API key, so it must
 * not be reachable from the public network, and web pages cannot read it. Serves until the scope closes, which should be
 * after the read server has drained. Returns the address; fails with `AddressUnavailable`.
 */
export const serveAdmin = Effect.fnUntraced(function* ({ allowNoKeys, host, phase, port, usage }: AdminServerOptions) {
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  yield* registerProcessMetrics(packageJson.version)
  const router = yield* HttpRouter.toHttpEffect(
    HttpRouter.addAll([
      HttpRouter.route(
        "GET",
        "/metrics",
        Effect.map(PrometheusMetrics.format(), (text) => toResponse(metricsReply(text)))
      ),
      HttpRouter.route(
        "GET",
        "/ready",
        Effect.sync(() => toResponse(readinessReply({ phase: phase(), catalog, keys: ring.status(), allowNoKeys })))
      ),
      HttpRouter.route("GET", "/live", Effect.succeed(toResponse(live))),
      HttpRouter.route(
        "GET",
        "/keys/usage",
        Effect.gen(function* () {
          const { url } = yield* HttpServerRequest.HttpServerRequest
          return toResponse(yield* answerUsage(usage, new URLSearchParams(splitTarget(url).query).get("key")))
        })
      )
    ])
  )

  const limits = { ...defaultServerLimits, maxConnections: 100 }
  const { server: nodeServer } = makeNodeServer({ limits, clock: yield* Clock.Clock })
  const server = yield* NodeHttpServer.make(() => nodeServer, { host, port, gracefulShutdownTimeout: "1 second" }).pipe(
    Effect.mapError(({ cause }) => AddressUnavailable.from(host, port, cause, "admin-"))
  )
  yield* server.serve(withErrors(host, router))
  return server.address
})

// The router alone would ignore case, duplicate slashes and percent-encoding.
const paths: ReadonlySet<string> = new Set(["/metrics", "/ready", "/live", "/keys/usage"])

/** Adds a request id to every response, and JSON bodies to errors. */
const withErrors = <E, R>(host: string, router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const requestId = makeRequestId(headers["x-request-id"])
    const response = !isAllowedAdminHost(host, headers.host)
      ? Effect.succeed(toResponse(foreignHost))
      : paths.has(url.split("?", 1)[0] ?? "")
        ? router
        : Effect.succeed(toResponse(unknownPath))
    return yield* response.pipe(
      Effect.catchCause((cause) =>
        isRouteNotFound(Cause.squash(cause))
          ? Effect.succeed(toResponse(wrongMethod))
          : Effect.logError("The request failed", cause).pipe(
              Effect.annotateLogs({ request_id: requestId }),
              Effect.as(toResponse(internalError(requestId)))
            )
      ),
      Effect.map(HttpServerResponse.setHeader("X-Request-ID", requestId))
    )
  })

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** The usage of one key, or of all keys that were used. Key prefixes are no secrets. */
const answerUsage = ({ read }: Pick<UsageRecorder, "read">, key: string | null): Effect.Effect<Reply> =>
  key !== null && !isKeyPrefix(key)
    ? Effect.succeed(
        requestError("parameter-malformed", "The query parameter 'key' must be the first 12 characters of a key")
      )
    : Effect.match(read(key ?? undefined), {
        onSuccess: (report) => jsonReply(200, report),
        onFailure: ({ message }) =>
          jsonReply(503, { error: "Service Unavailable", message }, errorCodeHeader("service-unavailable"))
      })

const isKeyPrefix = Schema.is(KeyPrefix)

const metricsReply = (text: string): Reply =>
  makeReply(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" }, text)

interface Readiness {
  readonly phase: Phase
  readonly catalog: CurrentCatalog["Service"]
  readonly keys: KeyRingStatus
  readonly allowNoKeys: boolean
}

/**
 * A degraded server is ready: its data is sound, only older than it should be. A server without keys is not, since it
 * would reject every client: its key ledger is probably in another place.
 */
const readinessReply = ({ allowNoKeys, catalog, keys, phase }: Readiness): Reply => {
  const { apiVersions, head } = catalog.get()
  const reasons = [catalog.status().reason, keys.reason].filter((reason) => reason !== undefined)
  const versions = [...apiVersions.values()].map(({ name, newest }) => [name, newest?.release.version ?? null])
  const noKeysAt = allowNoKeys || phase !== "serving" ? undefined : keys.noKeysAt
  const isReady = phase === "serving" && noKeysAt === undefined
  return jsonReply(
    isReady ? 200 : 503,
    {
      ...(noKeysAt === undefined
        ? { status: isReady ? "ready" : phase }
        : { status: "no-keys", reason: describeNoKeys(noKeysAt) }),
      ...(reasons.length === 0 ? {} : { degraded: reasons.join(" ") }),
      ledger: head,
      versions: Object.fromEntries(versions)
    },
    isReady ? {} : errorCodeHeader(phase === "draining" ? "draining" : "service-unavailable")
  )
}

const live = jsonReply(200, { status: "live", version: packageJson.version })

const unknownPath = jsonReply(
  404,
  { error: "Not Found", message: `Unknown path. Available paths: ${[...paths].join(", ")}` },
  errorCodeHeader("path-not-found")
)

const foreignHost = jsonReply(
  400,
  { error: "Bad Request", message: "Unknown Host. Use an IP address, localhost or the name in --admin-host" },
  errorCodeHeader("request-malformed")
)

const wrongMethod = jsonReply(
  405,
  { error: "Method Not Allowed", message: "Only GET and HEAD are allowed" },
  { Allow: "GET, HEAD", ...errorCodeHeader("method-not-allowed") }
)

/** Converts a reply for Effect's adapter, without the headers that let web pages of any origin read it. */
const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse => {
  const own: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = "", value = ""] = headers.slice(index, index + 2)
    if (!name.startsWith("Access-Control-")) own[name] = value
  }
  return HttpServerResponse.raw(body, { status, headers: own })
}
