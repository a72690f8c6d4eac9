import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Limiter } from "../../limits/Limiter.ts"
import { makeMemoryLimiter } from "../../limits/MemoryLimiter.ts"
import { showValues } from "../../server/observability/Metrics.ts"
import { misused, type CommandRefused } from "../CommandRefused.ts"
import { hideArgument } from "../terminal/HideArgument.ts"

/** The limiter that `--limits` names: this process's own memory, or a Redis by its URL, for as long as the scope. */
export const limiterAt = Effect.fnUntraced(function* (
  location: string
): Effect.fn.Return<Limiter, CommandRefused, Scope.Scope> {
  if (location === "memory") return makeMemoryLimiter()
  const { limiterMetrics, makeRedisLimiter, parseRedisAddress } = yield* redis
  // The URL itself is not repeated, since it may hold a password.
  const address = yield* Effect.mapError(Effect.fromResult(parseRedisAddress(location)), ({ message }) =>
    misused(`--limits takes memory, or the URL of a Redis. ${message}`)
  )
  if (address.password !== undefined) hideArgument(location)
  const limiter = yield* makeRedisLimiter(address)
  yield* showValues(limiterMetrics(limiter))
  return limiter
})

/** Loaded for those who share limits only: the client would slow every other start. */
const redis = Effect.promise(async () => ({
  ...(await import("../../limits/redis/RedisAddress.ts")),
  ...(await import("../../limits/redis/RedisLimiter.ts")),
  ...(await import("../../server/observability/LimiterMetrics.ts"))
}))
