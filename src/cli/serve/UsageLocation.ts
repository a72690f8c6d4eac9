import * as Effect from "effect/Effect"
import { makeMemoryUsageStore, type UsageStore } from "../../usage/UsageStore.ts"
import { usageError, type CommandRefused } from "../CommandRefused.ts"

/** Makes the store of the usage of keys, which is where `--limits` counts: memory, or a Redis. */
export const makeUsageStore = Effect.fnUntraced(function* (
  limits: string
): Effect.fn.Return<{ readonly store: UsageStore; readonly batchSize: number }, CommandRefused> {
  if (limits === "memory") return { store: yield* makeMemoryUsageStore, batchSize: Infinity }
  const { makeRedisUsageStore, parseRedisAddress, usageBatchSize } = yield* redisModules
  // The message does not repeat the URL, which may contain a password.
  const address = yield* Effect.mapError(Effect.fromResult(parseRedisAddress(limits)), ({ message }) =>
    usageError(`--limits takes memory or the URL of a Redis. ${message}`)
  )
  return { store: makeRedisUsageStore(address), batchSize: usageBatchSize }
})

/** Loaded on demand, like the client of Redis. */
const redisModules = Effect.promise(async () => ({
  ...(await import("../../limits/redis/RedisAddress.ts")),
  ...(await import("../../usage/RedisUsageStore.ts"))
}))
