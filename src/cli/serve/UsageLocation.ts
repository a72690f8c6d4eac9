import * as Effect from "effect/Effect"
import { makeMemoryUsageStore, type UsageStore } from "../../usage/UsageStore.ts"
import type { CommandRefused } from "../CommandRefused.ts"
import { redisAt } from "./RedisLocation.ts"

/** Makes the store of the usage of keys, which is where `--limits` counts: memory, or a Redis. */
export const makeUsageStore = Effect.fnUntraced(function* (
  limits: string
): Effect.fn.Return<{ readonly store: UsageStore; readonly batchSize: number }, CommandRefused> {
  if (limits === "memory") return { store: yield* makeMemoryUsageStore, batchSize: Infinity }
  const { makeRedisUsageStore, usageBatchSize } = yield* Effect.promise(() => import("../../usage/RedisUsageStore.ts"))
  return { store: makeRedisUsageStore(yield* redisAt(limits)), batchSize: usageBatchSize }
})
