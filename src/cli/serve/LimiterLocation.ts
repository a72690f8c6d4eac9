import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Limiter } from "../../limits/Limiter.ts"
import { makeMemoryLimiter, toLimiter, type MemoryLimiter } from "../../limits/MemoryLimiter.ts"
import type { RedisLimiterOptions } from "../../limits/redis/RedisLimiter.ts"
import { registerObserved } from "../../server/observability/ObservedMetrics.ts"
import type { CommandRefused } from "../CommandRefused.ts"
import { redisAt } from "./RedisLocation.ts"

/** Where requests are counted, as `--limits` names it, and what holds for a Redis. */
export interface LimitsConfig extends Required<Pick<RedisLimiterOptions, "timeoutMillis" | "unavailable">> {
  readonly location: string
}

/** Makes the limiter that `--limits` selects: memory, or a Redis. */
export const makeLimiter = Effect.fnUntraced(function* (
  { location, ...options }: LimitsConfig,
  memory: MemoryLimiter = makeMemoryLimiter()
): Effect.fn.Return<Limiter, CommandRefused, Scope.Scope> {
  if (location === "memory") return toLimiter(memory)
  const { limiterMetrics, makeRedisLimiter } = yield* redisModules
  const limiter = yield* makeRedisLimiter(yield* redisAt(location), options)
  yield* registerObserved(limiterMetrics(limiter))
  return limiter
})

/** Loaded on demand, since the Redis client would slow every other start. */
const redisModules = Effect.promise(async () => ({
  ...(await import("../../limits/redis/RedisLimiter.ts")),
  ...(await import("../../server/observability/StatusMetrics.ts"))
}))
