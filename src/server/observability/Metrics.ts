import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Record from "effect/Record"
import { KeyRing } from "../../keys/KeyRing.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"
import { registerObserved } from "../../platform/ProcessMetrics.ts"
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
