import { readFile } from "node:fs/promises"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Scope from "effect/Scope"
import { currentInstant } from "../../../src/limits/Limiter.ts"
import { makeRedisUsageStore } from "../../../src/usage/RedisUsageStore.ts"
import { makeUsageRecorder } from "../../../src/usage/UsageRecorder.ts"
import { addressOf, describeWithRedis, freshPrefix, ownRedis, sharedUrl, sharingLimiter } from "./redis.ts"

const request = { isRefused: false, isNearLimit: false }
const [first, second] = ["nil_AAAAAAAA", "nil_BBBBBBBB"]

/** A recorder of a server, which is stopped by closing its scope. */
const server = Effect.fnUntraced(function* (url: string, namespace: string) {
  const scope = yield* Scope.make()
  const store = makeRedisUsageStore(addressOf(url), namespace, 60_000)
  const recorder = yield* Scope.provide(makeUsageRecorder({ store, batchSize: 1 }), scope)
  const use = (keyPrefix: string, unixMillis: number, isRefused = false) =>
    recorder.counter.count({ ...request, keyPrefix, unixMillis, isRefused })
  return { ...recorder, use, stop: Scope.close(scope, Exit.void) }
})

describeWithRedis("the usage of keys in Redis", () => {
  it.live("adds up over servers, and outlives them", () =>
    Effect.gen(function* () {
      const namespace = freshPrefix()
      const [one, other] = [yield* server(sharedUrl, namespace), yield* server(sharedUrl, namespace)]
      one.use(first, 2000)
      one.use(first, 3000, true)
      other.use(first, 1000)
      other.use(second, 4000)
      yield* one.stop
      yield* other.stop
      const next = yield* server(sharedUrl, namespace)
      const usages = [
        { identifier: first, requests: 3, refused: 1, last_used_at: "1970-01-01T00:00:03.000Z" },
        { identifier: second, requests: 1, refused: 0, last_used_at: "1970-01-01T00:00:04.000Z" }
      ]
      const all = yield* next.read(undefined)
      assert.sameDeepMembers([...all.keys], usages)
      const single = yield* next.read(second)
      assert.deepStrictEqual([single.since, single.keys], [all.since, usages.slice(1)])
      assert.deepStrictEqual((yield* next.read("nil_CCCCCCCC")).keys, [])
      yield* next.stop
    })
  )

  it.live("is kept while Redis is away, and written when it is back", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      const { counter, read, stop, use } = yield* server(redis.url, freshPrefix())
      use(first, 1000)
      const failed = yield* Effect.flip(read(first))
      assert.strictEqual(failed._tag, "UsageUnavailable")
      assert.match(yield* PrometheusMetrics.format(), /^taxonomy_usage_failed_writes_total [1-9]/m)
      yield* redis.start
      use(first, 2000)
      const { keys } = yield* read(first)
      const usage = { identifier: first, requests: 2, refused: 0, last_used_at: "1970-01-01T00:00:02.000Z" }
      assert.deepStrictEqual(keys, [usage])
      assert.deepStrictEqual(counter.take(), { keys: [], uses: [] })
      yield* stop
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})

describeWithRedis("a user of Redis with the documented permissions", () => {
  it.live("shares limits and keeps the usage, without anything that Redis denies", () =>
    Effect.gen(function* () {
      const document = yield* Effect.promise(() => readFile(manyMachines, "utf8"))
      const command = /redis-cli (ACL SETUSER (?:[^`\\]|\\\n)*)/.exec(document)?.[1] ?? ""
      const redis = yield* ownRedis()
      yield* redis.start
      yield* redis.tell(...command.replaceAll(/['\\]/g, "").trim().split(/\s+/))
      const url = redis.url.replace("//", "//taxonomy:PASSWORD@")
      const limiter = yield* sharingLimiter(url)
      const { allowed } = yield* limiter.charge(first, "free", yield* currentInstant)
      assert.isTrue(allowed)
      yield* limiter.peek(first, "free", yield* currentInstant)
      const { read, stop, use } = yield* server(url, "taxonomy:usage:")
      use(first, 1000)
      yield* stop
      assert.lengthOf((yield* read(undefined)).keys, 1)
      assert.lengthOf((yield* read(first)).keys, 1)
      assert.deepStrictEqual(yield* redis.tell("ACL", "LOG"), [])
    })
  )
})

const manyMachines = new URL("../../../docs/how-to/many-machines.md", import.meta.url)
