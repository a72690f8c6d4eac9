import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Schema from "effect/Schema"
import packageJson from "../../package.json" with { type: "json" }
import { KeyPrefix } from "../domain/keys/ApiKey.ts"
import { describeNoKeys, KeyRing, type KeyRingStatus } from "../keys/KeyRing.ts"
import { listen } from "../platform/Listen.ts"
import { registerProcessMetrics } from "../platform/ProcessMetrics.ts"
import type { UsageRecorder } from "../usage/UsageRecorder.ts"
import { currentPeriod, periodForm } from "../usage/UsageReport.ts"
import { makeRequestId, splitTarget } from "./app/Exchange.ts"
import { CurrentCatalog } from "./catalog/CurrentCatalog.ts"
import { isAllowedAdminHost } from "./node/ClientAddress.ts"
import { makeNodeServer } from "./node/NodeServer.ts"
import { defaultServerLimits } from "./node/ServerLimits.ts"
import type { Phase } from "./ReadServer.ts"
import { errorCodeHeader, internalError, methodNotAllowed, requestError } from "./response/ErrorReplies.ts"
import { jsonReply, makeReply, type Reply } from "./response/Reply.ts"

export interface AdminServerOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly phase: () => Phase
  /** True to be ready before the first API key was issued. */
  readonly allowNoKeys: boolean
  /** Reads the usage of API keys. */
  readonly usage: Pick<UsageRecorder, "read" | "readUses">
}

/**
 * Serves operators on a port of its own: `/metrics` for Prometheus, `/ready`, `/live`, `/keys/usage` and `/keys/uses`. Needs no API key, so it must
 * not be reachable from the public network, and web pages cannot read it. Serves until the scope closes, which should be
 * after the read server has drained. Returns the address; fails with `AddressUnavailable`.
 */
export const serveAdmin = Effect.fnUntraced(function* ({ allowNoKeys, host, phase, port, usage }: AdminServerOptions) {
  const catalog = yield* CurrentCatalog
  const ring = yield* KeyRing
  yield* registerProcessMetrics(packageJson.version)
  const answers: OperatorAnswers["answers"] = {
    "/metrics": () => Effect.map(PrometheusMetrics.format(), metricsReply),
    "/ready": () => Effect.succeed(readinessReply(phase(), catalog, ring.status(), allowNoKeys)),
    "/live": () => Effect.succeed(live),
    "/keys/usage": (query) => answerUsage(usage, new URLSearchParams(query).get("key")),
    "/keys/uses": (query) => answerUses(usage, new URLSearchParams(query))
  }
  return yield* serveOperators({ host, port, answers })
})

/** What an admin server answers at each path, given the query. */
export interface OperatorAnswers extends Pick<AdminServerOptions, "host" | "port"> {
  readonly answers: Readonly<Record<string, (query: string) => Effect.Effect<Reply>>>
}

/** Answers operators until the scope closes. Returns the address; fails with `AddressUnavailable`. */
export const serveOperators = Effect.fnUntraced(function* ({ answers, host, port }: OperatorAnswers) {
  const unknownPath = requestError(
    "path-not-found",
    `Unknown path. Available paths: ${Object.keys(answers).join(", ")}`
  )
  const answerTo = ({ headers, method, url }: HttpServerRequest.HttpServerRequest): Effect.Effect<Reply> => {
    if (!isAllowedAdminHost(host, headers["host"])) return Effect.succeed(foreignHost)
    const { path, query } = splitTarget(url)
    const answer = answers[path]
    if (answer === undefined) return Effect.succeed(unknownPath)
    return method === "GET" || method === "HEAD" ? answer(query) : Effect.succeed(wrongMethod)
  }
  const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const request_id = makeRequestId(request.headers["x-request-id"])
    return Effect.suspend(() => answerTo(request)).pipe(
      Effect.catchCause((cause) =>
        Effect.logError("The request failed", cause).pipe(
          Effect.annotateLogs({ request_id }),
          Effect.as(internalError(request_id))
        )
      ),
      Effect.map((reply) => HttpServerResponse.setHeader(toResponse(reply), "X-Request-ID", request_id))
    )
  })
  const nodeServer = makeNodeServer({ ...defaultServerLimits, maxConnections: 100 })
  const server = yield* listen(nodeServer, { host, port, gracefulShutdownTimeout: "1 second" }, "admin-")
  yield* server.serve(app)
  return server.address
})

/** The usage of one key, or of all keys that were used. Key prefixes are no secrets. */
const answerUsage = ({ read }: Pick<UsageRecorder, "read">, key: string | null): Effect.Effect<Reply> =>
  key === null || isKeyPrefix(key)
    ? answerWith(read(key ?? undefined))
    : Effect.succeed(malformed("The query parameter 'key' must be the first 12 characters of a key"))

const isKeyPrefix = Schema.is(KeyPrefix)

const answerUses = ({ readUses }: Pick<UsageRecorder, "readUses">, query: URLSearchParams): Effect.Effect<Reply> =>
  Effect.flatMap(currentPeriod({ since: query.get("since"), until: query.get("until") }), (period) =>
    period === undefined
      ? Effect.succeed(malformed(`The query parameters 'since' and 'until' must be ${periodForm}`))
      : answerWith(Effect.map(readUses(period), (uses) => ({ ...period, uses })))
  )

const malformed = (message: string): Reply => requestError("parameter-malformed", message)

const answerWith = (body: Effect.Effect<object, { readonly message: string }>): Effect.Effect<Reply> =>
  Effect.match(body, {
    onSuccess: (found) => jsonReply(200, found),
    onFailure: ({ message }) => requestError("service-unavailable", message)
  })

export const metricsReply = (text: string): Reply =>
  makeReply(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" }, text)

/**
 * A degraded server is ready: its data is sound, only older than it should be. A server without keys is not, since it
 * would reject every client: its key ledger is probably in another place. Nor is one whose keys are too old.
 */
const readinessReply = (
  phase: Phase,
  { get, status }: CurrentCatalog["Service"],
  keys: KeyRingStatus,
  allowNoKeys: boolean
): Reply => {
  const { apiVersions, head } = get()
  const reasons = [status().reason, keys.reason, keys.snapshotFailure].filter((reason) => reason !== undefined)
  const versions = [...apiVersions.values()].map(({ name, newest }) => [name, newest?.release.version ?? null])
  const noKeysAt = allowNoKeys ? undefined : keys.noKeysAt
  const keysProblem =
    noKeysAt === undefined
      ? keys.outdated && { status: "keys-outdated", reason: keys.outdated }
      : { status: "no-keys", reason: describeNoKeys(noKeysAt) }
  const isReady = phase === "serving" && keysProblem === undefined
  return jsonReply(
    isReady ? 200 : 503,
    {
      ...(phase === "serving" ? (keysProblem ?? { status: "ready" }) : { status: phase }),
      ...(reasons.length === 0 ? {} : { degraded: reasons.join(" ") }),
      ledger: head,
      versions: Object.fromEntries(versions)
    },
    isReady ? {} : errorCodeHeader(phase === "draining" ? "draining" : "service-unavailable")
  )
}

export const live = jsonReply(200, { status: "live", version: packageJson.version })

const foreignHost = requestError(
  "request-malformed",
  "Unknown Host. Use an IP address, localhost or the name in --admin-host"
)

const wrongMethod = methodNotAllowed("GET, HEAD")

/** Converts a reply for Effect's adapter, without the headers that let web pages of any origin read it. */
const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(body, {
    status,
    headers: Object.entries(headers).filter(([name]) => !name.startsWith("Access-Control-"))
  })
