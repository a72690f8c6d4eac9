import * as Effect from "effect/Effect"
import { KeyRing } from "../../keys/KeyRing.ts"
import type { RedisLimiter } from "../../limits/redis/RedisLimiter.ts"
import { CurrentCatalog } from "../catalog/CurrentCatalog.ts"
import { registerObserved, type ObservedMetric } from "./ObservedMetrics.ts"

/** Registers what a process serves, and how well it follows the releases and the keys, until the scope closes. */
export const registerStatusMetrics = Effect.gen(function* () {
  yield* registerObserved([...catalogMetrics(yield* CurrentCatalog), ...keyMetrics(yield* KeyRing)])
})

/** What is served, and how well it follows the folder of the releases. */
const catalogMetrics = ({ get, status }: CurrentCatalog["Service"]): ReadonlyArray<ObservedMetric> => [
  {
    name: "taxonomy_catalog_releases",
    description: "Releases in the ledger, including withdrawn ones",
    read: () => get().history.releases.size
  },
  { name: "taxonomy_catalog_majors", description: "Served API versions", read: () => get().apiVersions.size },
  { name: "taxonomy_catalog_sequence", description: "Events in the ledger", read: () => get().head.sequence },
  {
    name: "taxonomy_catalog_signed_sequence",
    description: "Events that the checkpoint covers, 0 while the log is not signed",
    read: () => get().log?.checkpoint.size ?? 0
  },
  {
    name: "taxonomy_catalog_degraded",
    description: "1 while the folder of the releases is damaged",
    read: () => (status().degraded ? 1 : 0)
  },
  {
    name: "taxonomy_catalog_reloads_total",
    description: "Reloads of a ledger that has grown",
    counter: true,
    read: () => status().reloads
  },
  {
    name: "taxonomy_catalog_failed_reloads_total",
    description: "Failures to reload the ledger, each counted once",
    counter: true,
    read: () => status().failedReloads
  },
  { name: "taxonomy_bodies_releases", description: "Releases in memory", read: () => status().releasesHeld },
  { name: "taxonomy_bodies_bytes", description: "Bytes of the releases in memory", read: () => status().bytesHeld },
  {
    name: "taxonomy_bodies_loads_total",
    description: "Releases loaded into memory",
    counter: true,
    read: () => status().loads
  },
  {
    name: "taxonomy_bodies_failed_loads_total",
    description: "Failures to load a release into memory",
    counter: true,
    read: () => status().failedLoads
  },
  {
    name: "taxonomy_bodies_evictions_total",
    description: "Releases evicted from memory to make room",
    counter: true,
    read: () => status().evictions
  }
]

/** How well the effective keys follow their ledger. */
const keyMetrics = ({ status }: KeyRing["Service"]): ReadonlyArray<ObservedMetric> => [
  {
    name: "taxonomy_keys_degraded",
    description: "1 while the key ledger cannot be read, so that revocations have no effect",
    read: () => (status().reason === undefined ? 0 : 1)
  },
  { name: "taxonomy_keys_active", description: "Accepted keys", read: () => status().active },
  {
    name: "taxonomy_keys_ledger_hash",
    description: "First 48 bits of the hash of the newest event in the key ledger, 0 without one",
    // As many as a number in JavaScript and in Prometheus holds exactly.
    read: () => Number.parseInt(status().ledgerHash.replace("sha256:", "").slice(0, 12), 16)
  },
  {
    name: "taxonomy_keys_expiring",
    description: "Accepted keys that expire within 14 days",
    read: () => status().expiringSoon
  },
  {
    name: "taxonomy_keys_age_seconds",
    description: "Seconds since the key ledger was last read without an error",
    read: () => status().ageMillis / 1000
  }
]

/** Whether limits are shared, and how often they were not. */
export const limiterMetrics = ({ status }: RedisLimiter): ReadonlyArray<ObservedMetric> => [
  {
    name: "taxonomy_limits_shared",
    description: "1 while requests are counted in Redis, 0 while this server counts alone",
    read: () => (status().isConnected ? 1 : 0)
  },
  {
    name: "taxonomy_limits_local_decisions_total",
    description: "Requests decided without Redis",
    counter: true,
    read: () => status().localDecisions
  },
  {
    name: "taxonomy_limits_undecided_total",
    description: "Requests refused because Redis did not decide",
    counter: true,
    read: () => status().undecided
  },
  {
    name: "taxonomy_limits_redis_timeouts_total",
    description: "Requests that waited for Redis until the timeout",
    counter: true,
    read: () => status().timeouts
  },
  {
    name: "taxonomy_limits_repaired_total",
    description: "Invalid values in Redis that were replaced",
    counter: true,
    read: () => status().replacedValues
  }
]
