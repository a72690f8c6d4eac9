import * as Effect from "effect/Effect"
import type { RedisAddress } from "../../limits/redis/RedisAddress.ts"
import { hideFromProcessList } from "../../platform/CommandLine.ts"
import { usageError, type CommandRefused } from "../CommandRefused.ts"

/** Parses the URL of a Redis that `--limits` names, and hides its password in the list of processes. */
export const redisAt = Effect.fnUntraced(function* (limits: string): Effect.fn.Return<RedisAddress, CommandRefused> {
  // Loaded on demand, like everything about Redis.
  const { parseRedisAddress } = yield* Effect.promise(() => import("../../limits/redis/RedisAddress.ts"))
  // The message does not repeat the URL, which may contain a password.
  const address = yield* Effect.mapError(Effect.fromResult(parseRedisAddress(limits)), ({ message }) =>
    usageError(`--limits takes memory or the URL of a Redis. ${message}`)
  )
  if (address.password !== undefined) hideFromProcessList(limits)
  return address
})
