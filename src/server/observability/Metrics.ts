import { readdirSync, readFileSync } from "node:fs"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Record from "effect/Record"
import type * as Scope from "effect/Scope"
import { KeyRing } from "../../keys/KeyRing.ts"
import type { RedisLimiter } from "../../limits/redis/RedisLimiter.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"
import { errorCode } from "../../platform/SystemErrors.ts"
import { CurrentCatalog } from "../catalog/CurrentCatalog.ts"

/** Counts what a server does, in the metric registry of the context in which it was made. */
export type ServerMetrics = Effect.Success<ReturnType<typeof makeServerMetrics>>

/**
 * Series are looked up by route and status, so that a request costs two updates. Labels come from closed lists: nothing
 * that a client sends creates a series.
 *
 * The series of `routes` that alerts watch exist from the start: Prometheus shows no increase for the first value of a
 * new series.
 */
export const makeServerMetrics = Effect.fnUntraced(function* (routes: ReadonlyArray<string>) {
  const context = yield* Effect.context()
  const count = (name: string, description: string, attributes: Readonly<Record<string, string>> = {}) => {
    const series = Metric.counter(name, { description, attributes, incremental: true })
    series.updateUnsafe(0, context)
    return (): void => series.updateUnsafe(1, context)
  }
  const countResponse = memoizeText((answered) => {
    const [status = "", route = ""] = answered.split(" ")
    return count("taxonomy_http_requests_total", "Responses by endpoint and status", { route, status })
  })
  const durationOf = memoizeText((route) =>
    Metric.histogram("taxonomy_http_request_duration_seconds", {
      description: "Seconds from the headers of a request to its response",
      attributes: { route },
      boundaries: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]
    })
  )
  for (const route of routes) {
    for (const status of [200, 500]) countResponse(`${status} ${route}`)
    // Reading a histogram registers it.
    durationOf(route).valueUnsafe(context)
  }
  const countRefusal = (window: string) =>
    count("taxonomy_limit_refusals_total", "Requests refused because a key exhausted its hour or its day", { window })
  const countRefusedConnection = (limit: string) =>
    count("taxonomy_http_connections_refused_total", "Connections refused because too many were open", { limit })

  return {
    /** Records a response. `route` is a name from a closed list, never a path. */
    answered: (route: string, status: number, durationMs: number): void => {
      countResponse(`${status} ${route}`)()
      durationOf(route).updateUnsafe(durationMs / 1000, context)
    },
    /** Records a request without an accepted API key. */
    authenticationFailed: Record.map(failureReasons, (reason) =>
      count("taxonomy_authentication_failures_total", "Requests without an accepted API key", { reason })
    ),
    /** Records a 429 by the exhausted window of a key, or of an address without a valid key. */
    limitExceeded: {
      hour: countRefusal("hour"),
      day: countRefusal("day"),
      unauthorized: count(
        "taxonomy_unauthorized_limit_refusals_total",
        "Requests without a valid API key that got 429 because their address had sent too many"
      )
    },
    /** Records a connection by the limit that refused it. */
    connectionRefused: { total: countRefusedConnection("total"), address: countRefusedConnection("address") },
    connectionCutOff: count(
      "taxonomy_http_connections_cut_off_total",
      "Connections destroyed because too many of their requests were unanswered",
      { reason: "pipelined" }
    ),
    requestDropped: count(
      "taxonomy_http_requests_dropped_total",
      "Requests that arrived on a destroyed connection, most behind too many unanswered ones"
    )
  }
})

/** The `route` of requests that reached no endpoint. */
export const noEndpoint = "unknown"

const failureReasons = { Missing: "missing", Invalid: "invalid", Revoked: "revoked", Expired: "expired" }

/** Registers what a process serves, and how well it follows the releases and the keys, until the scope closes. */
export const registerStatusMetrics = Effect.gen(function* () {
  const { get, status } = yield* CurrentCatalog
  const { status: keys } = yield* KeyRing
  yield* registerObserved({
    taxonomy_catalog_releases: ["Releases in the ledger, including withdrawn ones", () => get().history.releases.size],
    taxonomy_catalog_majors: ["Served API versions", () => get().apiVersions.size],
    taxonomy_catalog_sequence: ["Events in the ledger", () => get().head.sequence],
    taxonomy_catalog_signed_sequence: [
      "Events that the checkpoint covers, 0 while the log is not signed",
      () => get().log?.checkpoint.size ?? 0
    ],
    taxonomy_catalog_degraded: ["1 while the folder of the releases is damaged", () => Number(status().degraded)],
    taxonomy_catalog_reloads_total: ["Reloads of a ledger that has grown", () => status().reloads],
    taxonomy_catalog_failed_reloads_total: [
      "Failures to reload the ledger, each counted once",
      () => status().failedReloads
    ],
    taxonomy_bodies_releases: ["Releases in memory", () => status().releasesHeld],
    taxonomy_bodies_bytes: ["Bytes of the releases and the made bodies in memory", () => status().bytesHeld],
    taxonomy_bodies_loads_total: ["Releases loaded into memory", () => status().loads],
    taxonomy_bodies_failed_loads_total: ["Failures to load a release into memory", () => status().failedLoads],
    taxonomy_bodies_rebuilds_total: [
      "Releases with damaged files that were rendered from the ledger",
      () => status().rebuilds
    ],
    taxonomy_bodies_evictions_total: [
      "Releases and made bodies evicted from memory to make room",
      () => status().evictions
    ],
    taxonomy_keys_degraded: [
      "1 while the key ledger cannot be read, so that revocations have no effect",
      () => Number(keys().reason !== undefined)
    ],
    taxonomy_keys_from_snapshot: [
      "1 while the keys are those of the snapshot, since the key ledger could not be read since the start",
      () => Number(keys().isFromSnapshot ?? false)
    ],
    taxonomy_keys_snapshot_degraded: [
      "1 while the snapshot of the keys cannot be written",
      () => Number(keys().snapshotFailure !== undefined)
    ],
    taxonomy_keys_active: ["Accepted keys", () => keys().active],
    taxonomy_keys_ledger_hash: [
      "First 48 bits of the hash of the newest event in the key ledger, 0 without one",
      // As many as a number in JavaScript and in Prometheus holds exactly.
      () => Number.parseInt(keys().ledgerHash.replace("sha256:", "").slice(0, 12), 16)
    ],
    taxonomy_keys_expiring: ["Accepted keys that expire within 14 days", () => keys().expiringSoon],
    taxonomy_keys_age_seconds: [
      "Seconds since the key ledger was last read without an error",
      () => keys().ageMillis / 1000
    ]
  })
})

/** Whether limits are shared, and how often they were not. */
export const limiterMetrics = ({ status }: RedisLimiter): ObservedMetrics => ({
  taxonomy_limits_shared: [
    "1 while requests are counted in Redis, 0 while this server counts alone",
    () => Number(status().isConnected)
  ],
  taxonomy_limits_local_decisions_total: ["Requests decided without Redis", () => status().localDecisions],
  taxonomy_limits_undecided_total: ["Requests refused because Redis did not decide", () => status().undecided],
  taxonomy_limits_redis_timeouts_total: ["Requests that waited for Redis until the timeout", () => status().timeouts],
  taxonomy_limits_repaired_total: ["Invalid values in Redis that were replaced", () => status().replacedValues]
})

/** Registers metrics of the process, with the names that Prometheus's own clients use. */
export const registerProcessMetrics = Effect.fnUntraced(function* (version: string) {
  const startedAt = performance.timeOrigin / 1000
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const delay = monitorEventLoopDelay({ resolution: resolutionMillis })
      delay.enable()
      return delay
    }),
    (delay) => Effect.sync(() => delay.disable())
  )
  const maximum = countOpenDescriptors() === undefined ? undefined : readMaxDescriptors()
  yield* registerObserved({
    taxonomy_build_info: ["The version of the service", () => 1, { version, node: process.versions.node }],
    process_start_time_seconds: ["Start time of the process in Unix seconds", () => startedAt],
    process_cpu_seconds_total: [
      "CPU time in seconds",
      () => {
        const { system, user } = process.cpuUsage()
        return (system + user) / 1e6
      }
    ],
    process_resident_memory_bytes: ["Resident memory in bytes", () => process.memoryUsage.rss()],
    nodejs_heap_size_used_bytes: ["Used JavaScript heap in bytes", () => process.memoryUsage().heapUsed],
    nodejs_external_memory_bytes: [
      "Memory outside the heap of objects in it, such as bodies, in bytes",
      () => process.memoryUsage().external
    ],
    nodejs_eventloop_active_seconds_total: [
      "Seconds in which the event loop was active",
      () => performance.eventLoopUtilization().active / 1000
    ],
    nodejs_eventloop_lag_max_seconds: [
      "Longest delay of the event loop since the last scrape, in seconds",
      () => {
        const longest = Math.max(0, delay.max / 1e9 - resolutionMillis / 1000)
        delay.reset()
        return Number.isFinite(longest) ? longest : 0
      }
    ],
    // Nothing where the system does not say.
    ...(maximum !== undefined && {
      process_open_fds: ["Open file descriptors", () => countOpenDescriptors() ?? NaN],
      process_max_fds: ["File descriptors that the process may open", () => maximum]
    })
  })
})

/** The delay histogram counts up to this as on time. */
const resolutionMillis = 20

/** The file descriptors that this process may open, or `undefined` if the system does not say (no Linux). */
export const readMaxDescriptors = (): number | undefined => {
  try {
    return parseMaxDescriptors(readFileSync("/proc/self/limits", "latin1"))
  } catch {
    return undefined
  }
}

/** Parses the soft limit in `/proc/PID/limits` (proc(5)). */
export const parseMaxDescriptors = (limits: string): number | undefined => {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1]
  if (soft === undefined) return undefined
  return soft === "unlimited" ? Infinity : Number(soft)
}

/** The open file descriptors of this process, or `undefined` if the system does not say. */
export const countOpenDescriptors = (): number | undefined => {
  try {
    // The list contains the descriptor that reads it.
    return readdirSync("/proc/self/fd").length - 1
  } catch (error) {
    // The list takes a descriptor, and there is none left.
    return /^E[MN]FILE$/.test(errorCode(error) ?? "") ? readMaxDescriptors() : undefined
  }
}

/**
 * The connections that the server may accept, at most `maxConnections`: the system closes a connection for which there is
 * no descriptor, and tells nobody. The server closes idle ones instead.
 */
export const fitConnections = (maxConnections: number, maxDescriptors: number): number =>
  Math.min(maxConnections, Math.max(maxDescriptors - reserve, Math.floor(maxDescriptors / 3), 1))

/**
 * Says that the system would refuse connections before the server does, or returns `undefined` if it would not. Nobody
 * is told about a connection that the system refuses.
 */
export const describeDescriptorShortage = (maxConnections: number, maxDescriptors: number): string | undefined =>
  maxDescriptors >= maxConnections + reserve
    ? undefined
    : `The limit of open files is ${maxDescriptors}, which is too low for ${maxConnections} connections, so the server accepts ` +
      `${fitConnections(maxConnections, maxDescriptors)}. ` +
      `Raise it to ${maxConnections + reserve} (LimitNOFILE in a systemd unit, ulimit -n in a shell).`

/** Descriptors for everything but connections: files, listening sockets, the database, Redis, and the runtime. */
const reserve = 200

/**
 * Metrics by name whose values are read when the metrics are. Those whose names end in `_total` only grow, the others go up
 * and down.
 */
export type ObservedMetrics = Readonly<
  Record<string, readonly [description: string, read: () => number, attributes?: Readonly<Record<string, string>>]>
>

/** Registers metrics until the scope closes. */
export const registerObserved = (metrics: ObservedMetrics): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Effect.context(), (context) =>
      Object.entries(metrics).map(([name, [description, read, attributes]]) =>
        name.endsWith("_total")
          ? Metric.registerUnsafe(Metric.counter(name, { description, attributes, incremental: true }), context, {
              get: () => ({ count: read(), incremental: true }),
              ...readOnly
            })
          : Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
              get: () => ({ value: read() }),
              ...readOnly
            })
      )
    ),
    (registrations) => Effect.sync(() => registrations.forEach((registration) => registration.remove()))
  ).pipe(Effect.asVoid)

const readOnly = { update: () => undefined, modify: () => undefined }
