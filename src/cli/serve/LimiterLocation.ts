import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Scope from "effect/Scope"
import type { KeyLocationInvalid } from "../../keys/KeyLedgerLocation.ts"
import { makeMemoryLimiter, type Limiter } from "../../limits/Limiter.ts"
import type { RedisAddress } from "../../limits/redis/RedisConnection.ts"
import type { RedisLimiter, RedisLimiterOptions } from "../../limits/redis/RedisLimiter.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { registerObserved, type ObservedMetrics } from "../../platform/ProcessMetrics.ts"
import type { UsageRecorderOptions } from "../../usage/UsageRecorder.ts"
import { makeMemoryUsageStore, usageBatchSize } from "../../usage/UsageStore.ts"
import { usageError, type CommandRefused } from "../CommandRefused.ts"
import { keyLedgerAt } from "../keys/KeyOptions.ts"
import { parseRedisAddress } from "./RedisAddress.ts"

/** Where requests are counted, as `--limits` names it, and what holds for a Redis. */
export interface LimitsConfig extends Required<Pick<RedisLimiterOptions, "timeoutMillis" | "unavailable">> {
  readonly location: string
}

/** Makes the limiter that `--limits` selects: memory, or a Redis. */
export const makeLimiter = Effect.fnUntraced(function* ({
  location,
  ...options
}: LimitsConfig): Effect.fn.Return<Limiter, CommandRefused, Scope.Scope> {
  if (location === "memory") return makeMemoryLimiter()
  // Loaded on demand, since the Redis client would slow every other start.
  const { makeRedisLimiter } = yield* Effect.promise(() => import("../../limits/redis/RedisLimiter.ts"))
  const limiter = yield* makeRedisLimiter(yield* redisAt(location), options)
  yield* registerObserved(limiterMetrics(limiter))
  return limiter
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

/** Makes the store of the usage of keys: beside the keys in a database, otherwise where `--limits` counts. */
export const makeUsageStore = Effect.fnUntraced(function* (
  keys: string,
  limits: string
): Effect.fn.Return<UsageRecorderOptions, KeyLocationInvalid | CommandRefused, FileSystem.FileSystem> {
  const { usage } = yield* keyLedgerAt(keys)
  if (usage !== undefined) return { store: usage, batchSize: usageBatchSize }
  if (limits === "memory") return { store: yield* makeMemoryUsageStore, batchSize: Infinity }
  const { makeRedisUsageStore } = yield* Effect.promise(() => import("../../usage/RedisUsageStore.ts"))
  return { store: makeRedisUsageStore(yield* redisAt(limits)), batchSize: usageBatchSize }
})

/** Parses the URL of a Redis that `--limits` names, and hides its password in the list of processes. */
export const redisAt = Effect.fnUntraced(function* (limits: string): Effect.fn.Return<RedisAddress, CommandRefused> {
  const address = yield* Effect.mapError(Effect.fromResult(parseRedisAddress(limits)), (reason) =>
    usageError(`--limits takes memory or the URL of a Redis. ${reason}`)
  )
  if (address.hasPassword) hideFromProcessList(limits)
  return address
})
