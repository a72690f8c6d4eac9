import type { RedisLimiter } from "../../limits/redis/RedisLimiter.ts"
import type { ReadValue } from "./Metrics.ts"

/** Whether limits are shared, and how often they were not. */
export const limiterMetrics = ({ status }: RedisLimiter): ReadonlyArray<ReadValue> => [
  {
    name: "taxonomy_limits_shared",
    description: "1 while requests are counted in Redis, 0 while this server counts alone",
    read: () => (status().connected ? 1 : 0)
  },
  {
    name: "taxonomy_limits_decided_alone_total",
    description: "Requests that were decided without Redis",
    counter: true,
    read: () => status().decidedAlone
  },
  {
    name: "taxonomy_limits_waited_in_vain_total",
    description: "Requests that waited for Redis in vain",
    counter: true,
    read: () => status().waitedInVain
  },
  {
    name: "taxonomy_limits_mended_total",
    description: "Values in Redis that were no windows, and were replaced",
    counter: true,
    read: () => status().mended
  }
]
