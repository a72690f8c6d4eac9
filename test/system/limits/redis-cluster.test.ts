import { execFileSync } from "node:child_process"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { currentInstant } from "../../../src/limits/Limiter.ts"
import { makeRedisUsageStore } from "../../../src/usage/RedisUsageStore.ts"
import { subjectOf } from "../../support/limits/contract.ts"
import { addressOf, describeWithRedis, eventually, ownRedis, quiet, sharingLimiter } from "./redis.ts"

/** Three primaries with a replica each, which is promoted some seconds after its primary has gone. */
const ownCluster = Effect.gen(function* () {
  const nodes = yield* Effect.forEach(Array.from({ length: 6 }), () =>
    ownRedis("--cluster-enabled", "yes", "--cluster-node-timeout", "3000", "--cluster-replica-validity-factor", "0")
  )
  yield* Effect.forEach(nodes, ({ start }) => start, { discard: true })
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`)
  yield* Effect.sync(() =>
    execFileSync("redis-cli", ["--cluster", "create", ...hosts, "--cluster-replicas", "1", "--cluster-yes"])
  )
  yield* Effect.forEach(nodes, ({ tell }) => tell("CLUSTER", "INFO")).pipe(
    Effect.filterOrFail((told) => told.every((text) => String(text).includes("cluster_state:ok"))),
    Effect.retry(Schedule.spaced("50 millis"))
  )
  // A replica that has never reached its primary is not promoted.
  yield* Effect.forEach(nodes.slice(3), ({ tell }) => tell("INFO", "replication")).pipe(
    Effect.filterOrFail((told) => told.every((text) => String(text).includes("master_link_status:up"))),
    Effect.retry(Schedule.spaced("50 millis"))
  )
  const commands = "+eval +evalsha +time +get +set +hget +hgetall +hincrby +hset +expire +cluster|slots".split(" ")
  yield* Effect.forEach(nodes, ({ tell }) =>
    tell("ACL", "SETUSER", "taxonomy", "on", ">secret", "~taxonomy:*", ...commands)
  )
  return { hosts, nodes }
})

describeWithRedis("the limiter on a cluster of Redis", () => {
  it.live("counts keys in all slots, and counts on when a replica is promoted", () =>
    Effect.gen(function* () {
      const { hosts, nodes } = yield* ownCluster
      const url = `redis+cluster://taxonomy:secret@127.0.0.1:1,${hosts.join(",")}`
      const limiter = yield* sharingLimiter(url)
      const names = ["nil_AAAAAAAA", "nil_BBBBBBBB", "nil_CCCCCCCC", "nil_DDDDDDDD", "nil_EEEEEEEE", "nil_FFFFFFFF"]
      const remaining = Effect.forEach(names, (name) =>
        Effect.flatMap(currentInstant, (instant) =>
          Effect.map(subjectOf(limiter).charge(name, "free", instant), (charged) => charged.remaining)
        )
      )
      assert.deepStrictEqual(
        yield* remaining,
        names.map(() => 99)
      )
      const primaries = nodes.slice(0, 3)
      const stored = yield* Effect.forEach(primaries, ({ tell }) => tell("KEYS", "*"))
      assert.isAbove(stored.filter((keys) => String(keys).includes("nil_")).length, 1)

      const usage = makeRedisUsageStore(addressOf(url), "taxonomy:test:")
      const day = new Date().toISOString().slice(0, 10)
      yield* usage.add({
        keys: [["nil_AAAAAAAA", { requests: 3, refused: 1, lastUsedMillis: 1000, isNearLimit: false }]],
        uses: [{ day, keyPrefix: "nil_AAAAAAAA", kind: "pinned", name: "v1.0.0", requests: 3 }]
      })
      assert.deepStrictEqual(
        (yield* usage.read(undefined)).keys.map(({ requests }) => requests),
        [3]
      )

      yield* Effect.forEach(primaries.slice(0, 1), ({ kill }) => kill, { discard: true })
      yield* eventually(() => !limiter.status().isConnected)
      yield* eventually(() => limiter.status().isConnected)
      assert.deepStrictEqual(
        yield* remaining,
        names.map(() => 98)
      )
      const [promoted] = yield* Effect.forEach(nodes.slice(1, 2), ({ tell }) => tell("CLUSTER", "NODES"))
      assert.strictEqual(String(promoted).match(/master.* connected /g)?.length, 3)
    }).pipe(Effect.provide(quiet))
  )
})
