import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { makeRedisClient, reasonOf, type RedisAddress } from "../limits/redis/RedisConnection.ts"
import { useKinds, type UsageDeltas, type Use } from "./UsageDeltas.ts"
import { keptDays, type Period } from "./UsageReport.ts"
import { sumUses, toReportedUsage, UsageUnavailable, type UsageStore } from "./UsageStore.ts"

/**
 * Keeps the usage in Redis for all servers that share it, in three hashes by key prefix, which never expire, and a hash of
 * uses for each day. The hash tag puts them into one slot of a cluster. Each call has a connection of its own, since calls are seconds apart, and must not
 * hold up those of the limits. A call that fails after Redis has executed it is repeated by its caller and counts twice,
 * which happens only if a connection breaks at that moment.
 *
 * @param timeoutMillis How long a call may take with its connection.
 */
export const makeRedisUsageStore = (
  address: RedisAddress,
  namespace = "taxonomy:usage:",
  timeoutMillis = 2000
): UsageStore => {
  const keyOf = (name: string): string => `${namespace}{all}:${name}`
  const [requests, refused, last, since] = [keyOf("requests"), keyOf("refused"), keyOf("last"), keyOf("since")]

  const withConnection = <A>(use: (send: Send) => Promise<A>): Effect.Effect<A, UsageUnavailable> =>
    Effect.tryPromise({
      try: async () => {
        const client = await makeRedisClient(address, timeoutMillis)
        // A call that waits is rejected with the same error.
        client.onEnd(() => undefined)
        const timer = setTimeout(client.destroy, timeoutMillis)
        try {
          await client.connect()
          return await use(client.send)
        } finally {
          clearTimeout(timer)
          client.destroy()
        }
      },
      catch: (error) => new UsageUnavailable({ location: address.shown, reason: reasonOf(error) })
    })

  return {
    add: (deltas) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const days = [...new Set(deltas.uses.map(({ day }) => day))]
        const keys = [requests, refused, last, since, ...days.map(keyOf)]
        const values = [String(now), ...argumentsOf(deltas, days)]
        return Effect.asVoid(withConnection((send) => send(["EVAL", script, String(keys.length), ...keys, ...values])))
      }),
    read: (keyPrefix) =>
      Effect.map(
        withConnection(async (send) => {
          const start = await send(["GET", since])
          if (keyPrefix !== undefined) {
            const values = await Promise.all([requests, refused, last].map((key) => send(["HGET", key, keyPrefix])))
            return { start, rows: values[0] === null ? [] : [[keyPrefix, ...values]] }
          }
          const all = await Promise.all(
            [requests, refused, last].map(async (key) => toMap(await send(["HGETALL", key])))
          )
          return { start, rows: [...(all[0]?.keys() ?? [])].map((key) => [key, ...all.map((map) => map.get(key))]) }
        }),
        ({ rows, start }) => ({
          since: DateTime.formatIso(DateTime.makeUnsafe(toCount(start))),
          keys: rows.map(([key, requests, refused, last]) =>
            toReportedUsage(String(key), {
              requests: toCount(requests),
              refused: toCount(refused),
              lastUsedMillis: toCount(last)
            })
          )
        })
      ),
    readUses: (period) =>
      Effect.map(
        withConnection((send) =>
          Promise.all(daysOf(period).map(async (day) => parseUses(day, await send(["HGETALL", keyOf(day)]))))
        ),
        (uses) => sumUses(uses.flat())
      )
  }
}

type Send = (command: ReadonlyArray<string>) => Promise<unknown>

// A user of Redis that may not EXPIRE keeps the uses for ever.
const script = `
redis.call('SET', KEYS[4], ARGV[1], 'NX')
local usages = 2 + 4 * tonumber(ARGV[2])
for i = 3, usages, 4 do
  redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1])
  redis.call('HINCRBY', KEYS[2], ARGV[i], ARGV[i + 2])
  local last = tonumber(redis.call('HGET', KEYS[3], ARGV[i]) or '0') or 0
  if tonumber(ARGV[i + 3]) > last then redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 3]) end
end
for i = usages + 1, #ARGV, 3 do redis.call('HINCRBY', KEYS[5 + ARGV[i]], ARGV[i + 1], ARGV[i + 2]) end
for i = 5, #KEYS do redis.pcall('EXPIRE', KEYS[i], ${(keptDays + 1) * 86_400}) end
`

const argumentsOf = ({ keys, uses }: UsageDeltas, days: ReadonlyArray<string>): ReadonlyArray<string> =>
  [
    keys.length,
    ...keys.flatMap(([keyPrefix, { lastUsedMillis, refused, requests }]) => [
      keyPrefix,
      requests,
      refused,
      lastUsedMillis
    ]),
    ...uses.flatMap(({ day, keyPrefix, kind, name, requests }) => [
      days.indexOf(day),
      `${keyPrefix} ${kind} ${name}`,
      requests
    ])
  ].map(String)

/** The days of a period for which uses are kept. */
const daysOf = ({ since, until }: Period): ReadonlyArray<string> =>
  Array.from({ length: keptDays }, (_, index) =>
    DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(until), { days: index }))
  ).filter((day) => day >= since)

const parseUses = (day: string, reply: unknown): ReadonlyArray<Use> =>
  [...toMap(reply)].flatMap(([field, requests]) => {
    const [keyPrefix = "", kindText, name = ""] = String(field).split(" ")
    const kind = useKinds.find((known) => known === kindText)
    return kind === undefined ? [] : [{ day, keyPrefix, kind, name, requests: toCount(requests) }]
  })

/** The pairs of a hash, which arrive in turn. */
const toMap = (reply: unknown): ReadonlyMap<unknown, unknown> => {
  const pairs = Array.isArray(reply) ? reply : []
  return new Map(
    Array.from({ length: pairs.length / 2 }, (_, index) => [pairs[2 * index], pairs[2 * index + 1]] as const)
  )
}

const toCount = (value: unknown): number => {
  const count = Number(value ?? 0)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}
