import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import type { MemoryLimiter } from "../../limits/MemoryLimiter.ts"
import type { RequestLog } from "../../server/observability/RequestLog.ts"
import { serveReads, type Phase } from "../../server/ReadServer.ts"
import type { ReadServerConfig } from "../../server/ReadServerConfig.ts"
import type { TelemetryConfig } from "../../server/telemetry/TelemetryConfig.ts"
import { loadExplorerAssets } from "../../site/ExplorerAssets.ts"
import type { UsageCounter } from "../../usage/UsageCounter.ts"
import { makeLimiter, type LimitsConfig } from "./LimiterLocation.ts"
import type { ServeInput } from "./ServeOptions.ts"
import { exportSpans } from "./Telemetry.ts"

/** How a thread answers requests: plain data, so that any thread can be given it. */
export interface AnswerConfig extends ReadServerConfig {
  /** True to serve the Explorer. */
  readonly explorer: boolean
  readonly limitsConfig: LimitsConfig
  /** How long new connections are accepted while health checks fail already. */
  readonly drainDelaySeconds: number
}

/** Everything of the input but what only the coordinating thread needs. */
export const toAnswerConfig = (
  {
    adminHost: _adminHost,
    adminPort: _adminPort,
    allowNoKeys: _allowNoKeys,
    clientLimits: { keepAlive, ...clientLimits },
    damagedReleases: _damagedReleases,
    drainDelay,
    historyBudget: _historyBudget,
    keys: _keys,
    keysTrustedKey: _keysTrustedKey,
    limits,
    limitsTimeout,
    limitsUnavailable,
    operatorEmail,
    otlp: _otlp,
    releases: _releases,
    securityEmail,
    traceSampling: _traceSampling,
    trustedKey: _trustedKey,
    workers: _workers,
    ...answering
  }: ServeInput,
  telemetry: TelemetryConfig | undefined
): AnswerConfig => ({
  ...answering,
  telemetry,
  contacts: { operator: Option.getOrUndefined(operatorEmail), security: Option.getOrUndefined(securityEmail) },
  limits: { ...clientLimits, keepAliveMillis: keepAlive * 1000 },
  limitsConfig: { location: limits, timeoutMillis: limitsTimeout, unavailable: limitsUnavailable },
  drainDelaySeconds: drainDelay
})

interface AnswerOptions {
  readonly log: RequestLog
  readonly usage: Pick<UsageCounter, "count">
  /** Counts if the limits are kept in memory. Default: one for this thread alone. */
  readonly memoryLimiter?: MemoryLimiter
  /** The number of the worker that this thread is, if there are several. */
  readonly worker?: number
  readonly onPhase: (phase: Phase) => void
}

/**
 * Answers requests in this thread until the scope closes, then drains. Needs the catalog and the keys, whichever way they
 * come to this thread. Returns where it listens.
 */
export const answerRequests = Effect.fnUntraced(function* (
  { drainDelaySeconds, explorer, limitsConfig, ...config }: AnswerConfig,
  { log, memoryLimiter, onPhase, usage, worker }: AnswerOptions
) {
  const limiter = yield* makeLimiter(limitsConfig, memoryLimiter)
  // Made before the server, so that it sends what the last requests leave.
  const spans = config.telemetry?.exportsTraces === true ? yield* exportSpans(config.telemetry, worker) : undefined
  const address = yield* serveReads({
    ...config,
    ...(explorer ? { explorer: loadExplorerAssets } : {}),
    drainTimes: { delay: Duration.seconds(drainDelaySeconds) },
    ...(spans === undefined ? {} : { spans }),
    limiter,
    log,
    usage,
    onPhase
  })
  return {
    origin: HttpServer.formatAddress(address),
    port: NetAddress.isUnixPathAddress(address) ? 0 : address.port
  }
})
