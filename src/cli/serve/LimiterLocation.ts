import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Limiter } from "../../limits/Limiter.ts"
import { makeMemoryLimiter, toLimiter, type MemoryLimiter } from "../../limits/MemoryLimiter.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { registerObserved } from "../../server/observability/ObservedMetrics.ts"
import { usageError, type CommandRefused } from "../CommandRefused.ts"

/** Makes the limiter that `--limits` selects: memory, or a Redis. */
export const makeLimiter = Effect.fnUntraced(function* (
  location: string,
  memory: MemoryLimiter = makeMemoryLimiter()
): Effect.fn.Return<Limiter, CommandRefused, Scope.Scope> {
  if (location === "memory") return toLimiter(memory)
  const { limiterMetrics, makeRedisLimiter, parseRedisAddress } = yield* redisModules
  // The message does not repeat the URL, which may contain a password.
  const address = yield* Effect.mapError(Effect.fromResult(parseRedisAddress(location)), ({ message }) =>
    usageError(`--limits takes memory or the URL of a Redis. ${message}`)
  )
  if (address.password !== undefined) hideFromProcessList(location)
  const limiter = yield* makeRedisLimiter(address)
  yield* registerObserved(limiterMetrics(limiter))
  return limiter
})

/** Loaded on demand, since the Redis client would slow every other start. */
const redisModules = Effect.promise(async () => ({
  ...(await import("../../limits/redis/RedisAddress.ts")),
  ...(await import("../../limits/redis/RedisLimiter.ts")),
  ...(await import("../../server/observability/StatusMetrics.ts"))
}))
