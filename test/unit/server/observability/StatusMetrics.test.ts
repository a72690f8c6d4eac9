import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { limiterMetrics } from "../../../../src/cli/serve/LimiterLocation.ts"
import { KeyRing } from "../../../../src/keys/KeyRing.ts"
import { undecided } from "../../../../src/limits/Limiter.ts"
import { registerObserved } from "../../../../src/platform/ProcessMetrics.ts"
import { CurrentCatalog, type CatalogStatus } from "../../../../src/server/catalog/CurrentCatalog.ts"
import { registerStatusMetrics } from "../../../../src/server/observability/Metrics.ts"
import { catalogAfter, categories, release, withdrawn } from "../../../support/server/histories.ts"
import { makeCurrentCatalog } from "../../../support/server/RenderedCatalog.ts"

const catalog = catalogAfter(
  release("1.0.0", "2026-01-01", categories(["QSR"])),
  release("1.1.0", "2026-02-01", categories(["QSR"])),
  release("2.0.0", "2026-03-01", categories(["QSR"])),
  withdrawn("1.1.0", "2026-02-02", "Wrong.")
)

const status: CatalogStatus = {
  degraded: false,
  reason: undefined,
  reloads: 1,
  failedReloads: 2,
  polls: 3,
  loads: 4,
  failedLoads: 5,
  rebuilds: 11,
  evictions: 6,
  releasesHeld: 7,
  bytesHeld: 8
}

/** Counts in a registry that no other test has. */
const ownMetrics = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => Effect.provideService(effect, Metric.MetricRegistry, new Map()))

/** What the metrics are, apart from the comments of Prometheus on their types. */
const written = (isDegraded: boolean) =>
  Effect.gen(function* () {
    yield* registerStatusMetrics.pipe(
      Effect.provideService(CurrentCatalog, {
        ...(yield* makeCurrentCatalog(catalog)),
        status: () => ({ ...status, degraded: isDegraded })
      }),
      Effect.provideService(KeyRing, {
        authenticate: () => ({ _tag: "Missing" }),
        status: () => ({
          reason: isDegraded ? "The ledger is away" : undefined,
          isFromSnapshot: isDegraded,
          snapshotFailure: isDegraded ? "The disk is full" : undefined,
          ageMillis: 1500,
          active: 9,
          expiringSoon: 10,
          ledgerHash: `sha256:fedcba987654${"0".repeat(52)}`
        })
      })
    )
    return yield* lines
  }).pipe(Effect.scoped, ownMetrics)

const lines = Effect.map(PrometheusMetrics.format(), (text) => text.split("\n").filter((line) => line !== ""))

const metric = (name: string, type: string, description: string, value: number) => [
  `# HELP ${name} ${description}`,
  `# TYPE ${name} ${type}`,
  `${name} ${value}`
]

describe("registerStatusMetrics", () => {
  it.effect.each([false, true])("shows what is served, and how well it is followed; degraded: %s", (isDegraded) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* written(isDegraded), [
        ...metric("taxonomy_catalog_releases", "gauge", "Releases in the ledger, including withdrawn ones", 3),
        ...metric("taxonomy_catalog_majors", "gauge", "Served API versions", 2),
        ...metric("taxonomy_catalog_sequence", "gauge", "Events in the ledger", 0),
        ...metric(
          "taxonomy_catalog_signed_sequence",
          "gauge",
          "Events that the checkpoint covers, 0 while the log is not signed",
          0
        ),
        ...metric(
          "taxonomy_catalog_degraded",
          "gauge",
          "1 while the folder of the releases is damaged",
          isDegraded ? 1 : 0
        ),
        ...metric("taxonomy_catalog_reloads_total", "counter", "Reloads of a ledger that has grown", 1),
        ...metric(
          "taxonomy_catalog_failed_reloads_total",
          "counter",
          "Failures to reload the ledger, each counted once",
          2
        ),
        ...metric("taxonomy_bodies_releases", "gauge", "Releases in memory", 7),
        ...metric("taxonomy_bodies_bytes", "gauge", "Bytes of the releases and the made bodies in memory", 8),
        ...metric("taxonomy_bodies_loads_total", "counter", "Releases loaded into memory", 4),
        ...metric("taxonomy_bodies_failed_loads_total", "counter", "Failures to load a release into memory", 5),
        ...metric(
          "taxonomy_bodies_rebuilds_total",
          "counter",
          "Releases with damaged files that were rendered from the ledger",
          11
        ),
        ...metric(
          "taxonomy_bodies_evictions_total",
          "counter",
          "Releases and made bodies evicted from memory to make room",
          6
        ),
        ...metric(
          "taxonomy_keys_degraded",
          "gauge",
          "1 while the key ledger cannot be read, so that revocations have no effect",
          isDegraded ? 1 : 0
        ),
        ...metric(
          "taxonomy_keys_from_snapshot",
          "gauge",
          "1 while the keys are those of the snapshot, since the key ledger could not be read since the start",
          isDegraded ? 1 : 0
        ),
        ...metric(
          "taxonomy_keys_snapshot_degraded",
          "gauge",
          "1 while the snapshot of the keys cannot be written",
          isDegraded ? 1 : 0
        ),
        ...metric("taxonomy_keys_active", "gauge", "Accepted keys", 9),
        ...metric(
          "taxonomy_keys_ledger_hash",
          "gauge",
          "First 48 bits of the hash of the newest event in the key ledger, 0 without one",
          0xfedcba987654
        ),
        ...metric("taxonomy_keys_expiring", "gauge", "Accepted keys that expire within 14 days", 10),
        ...metric(
          "taxonomy_keys_age_seconds",
          "gauge",
          "Seconds since the key ledger was last read without an error",
          1.5
        )
      ])
    })
  )
})

describe("limiterMetrics", () => {
  it.effect.each([false, true])("shows whether limits are shared, and how often they were not: %s", (isConnected) =>
    Effect.gen(function* () {
      yield* registerObserved(
        limiterMetrics({
          charge: () => Effect.succeed(undecided),
          peek: () => Effect.succeed(undecided),
          forgotten: () => 0,
          size: () => 0,
          status: () => ({
            isConnected,
            localDecisions: 1,
            undecided: 2,
            timeouts: 3,
            replacedValues: 4
          })
        })
      )
      assert.deepStrictEqual(yield* lines, [
        ...metric(
          "taxonomy_limits_shared",
          "gauge",
          "1 while requests are counted in Redis, 0 while this server counts alone",
          isConnected ? 1 : 0
        ),
        ...metric("taxonomy_limits_local_decisions_total", "counter", "Requests decided without Redis", 1),
        ...metric("taxonomy_limits_undecided_total", "counter", "Requests refused because Redis did not decide", 2),
        ...metric(
          "taxonomy_limits_redis_timeouts_total",
          "counter",
          "Requests that waited for Redis until the timeout",
          3
        ),
        ...metric("taxonomy_limits_repaired_total", "counter", "Invalid values in Redis that were replaced", 4)
      ])
    }).pipe(Effect.scoped, (run) => Effect.suspend(() => Effect.provideService(run, Metric.MetricRegistry, new Map())))
  )

  it.effect("shows nothing when the scope of the metrics has closed", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(registerObserved({ a: ["b", () => 1] }))
      assert.deepStrictEqual(yield* lines, [])
    }).pipe(ownMetrics)
  )
})
