import * as Effect from "effect/Effect"
import { KeyRing } from "../../keys/KeyRing.ts"
import type { RedisLimiter } from "../../limits/redis/RedisLimiter.ts"
import { CurrentCatalog } from "../catalog/CurrentCatalog.ts"
import { counter, gauge, registerObserved, type ObservedMetric } from "./ObservedMetrics.ts"

/** Registers what a process serves, and how well it follows the releases and the keys, until the scope closes. */
export const registerStatusMetrics = Effect.gen(function* () {
  yield* registerObserved([...catalogMetrics(yield* CurrentCatalog), ...keyMetrics(yield* KeyRing)])
})

/** What is served, and how well it follows the folder of the releases. */
const catalogMetrics = ({ get, status }: CurrentCatalog["Service"]): ReadonlyArray<ObservedMetric> => [
  gauge(
    "taxonomy_catalog_releases",
    "Releases in the ledger, including withdrawn ones",
    () => get().history.releases.size
  ),
  gauge("taxonomy_catalog_majors", "Served API versions", () => get().apiVersions.size),
  gauge("taxonomy_catalog_sequence", "Events in the ledger", () => get().head.sequence),
  gauge(
    "taxonomy_catalog_signed_sequence",
    "Events that the checkpoint covers, 0 while the log is not signed",
    () => get().log?.checkpoint.size ?? 0
  ),
  gauge("taxonomy_catalog_degraded", "1 while the folder of the releases is damaged", () => Number(status().degraded)),
  counter("taxonomy_catalog_reloads_total", "Reloads of a ledger that has grown", () => status().reloads),
  counter(
    "taxonomy_catalog_failed_reloads_total",
    "Failures to reload the ledger, each counted once",
    () => status().failedReloads
  ),
  gauge("taxonomy_bodies_releases", "Releases in memory", () => status().releasesHeld),
  gauge("taxonomy_bodies_bytes", "Bytes of the releases and the made bodies in memory", () => status().bytesHeld),
  counter("taxonomy_bodies_loads_total", "Releases loaded into memory", () => status().loads),
  counter("taxonomy_bodies_failed_loads_total", "Failures to load a release into memory", () => status().failedLoads),
  counter(
    "taxonomy_bodies_evictions_total",
    "Releases and made bodies evicted from memory to make room",
    () => status().evictions
  )
]

/** How well the effective keys follow their ledger. */
const keyMetrics = ({ status }: KeyRing["Service"]): ReadonlyArray<ObservedMetric> => [
  gauge("taxonomy_keys_degraded", "1 while the key ledger cannot be read, so that revocations have no effect", () =>
    Number(status().reason !== undefined)
  ),
  gauge("taxonomy_keys_active", "Accepted keys", () => status().active),
  gauge(
    "taxonomy_keys_ledger_hash",
    "First 48 bits of the hash of the newest event in the key ledger, 0 without one",
    // As many as a number in JavaScript and in Prometheus holds exactly.
    () => Number.parseInt(status().ledgerHash.replace("sha256:", "").slice(0, 12), 16)
  ),
  gauge("taxonomy_keys_expiring", "Accepted keys that expire within 14 days", () => status().expiringSoon),
  gauge(
    "taxonomy_keys_age_seconds",
    "Seconds since the key ledger was last read without an error",
    () => status().ageMillis / 1000
  )
]

/** Whether limits are shared, and how often they were not. */
export const limiterMetrics = ({ status }: RedisLimiter): ReadonlyArray<ObservedMetric> => [
  gauge("taxonomy_limits_shared", "1 while requests are counted in Redis, 0 while this server counts alone", () =>
    Number(status().isConnected)
  ),
  counter("taxonomy_limits_local_decisions_total", "Requests decided without Redis", () => status().localDecisions),
  counter("taxonomy_limits_undecided_total", "Requests refused because Redis did not decide", () => status().undecided),
  counter(
    "taxonomy_limits_redis_timeouts_total",
    "Requests that waited for Redis until the timeout",
    () => status().timeouts
  ),
  counter("taxonomy_limits_repaired_total", "Invalid values in Redis that were replaced", () => status().replacedValues)
]
