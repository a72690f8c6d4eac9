import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { currentMoment } from "../../../src/limits/Instant.ts"
import type { RedisLimiterOptions } from "../../../src/limits/redis/RedisLimiter.ts"
import {
  allowedOf,
  at,
  burst,
  day,
  hour,
  limiterContract,
  second,
  start,
  subjectOf
} from "../../support/limits/contract.ts"
import { describeWithRedis, freshPrefix, ownRedis, quiet, redisClient, sharedUrl, sharingLimiter } from "./redis.ts"

/** Time is what the questions say it is, for Redis too, and Redis may take its time. */
const shared = (options: RedisLimiterOptions = {}) =>
  Effect.gen(function* () {
    let unixNow = 0
    const prefix = options.prefix ?? freshPrefix()
    yield* Effect.addFinalizer(() => forget(prefix))
    const limiter = yield* sharingLimiter(sharedUrl, {
      prefix,
      unixTime: () => unixNow,
      ...options
    })
    return { ...subjectOf(limiter, ({ unix }) => (unixNow = unix)), limiter, prefix }
  })

const noWindows: ReadonlyArray<{ readonly what: string; readonly command: (key: string) => ReadonlyArray<string> }> = [
  { what: "a list", command: (key) => ["RPUSH", key, "1"] },
  { what: "a hash", command: (key) => ["HSET", key, "hour", "1"] },
  { what: "an empty text", command: (key) => ["SET", key, ""] },
  { what: "a negative count", command: (key) => ["SET", key, `${start} -5 ${start} 1`] },
  { what: "a count out of all bounds", command: (key) => ["SET", key, `${start} 1 ${start} ${"9".repeat(400)}`] }
]

const forget = (prefix: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const tell = yield* redisClient(sharedUrl)
      const names = ["key", "other", "one", "two", "late", "A", "B", "probe"]
      yield* tell("DEL", ...names.map((name) => `${prefix}{${name}}`))
    })
  )

describeWithRedis("the limiter in Redis", () => {
  limiterContract(shared(), { runs: 8 })

  it.live("lets through a hundred of two hundred that two processes are sent at once", () =>
    Effect.gen(function* () {
      const prefix = freshPrefix()
      yield* Effect.addFinalizer(() => forget(prefix))
      const reports = yield* Effect.promise(async () => {
        const children = [1, 2].map(() => fork(chargeWhenTold, [sharedUrl, prefix, "100"]))
        await Promise.all(children.map((child) => once(child, "message")))
        const reported = children.map((child) => once(child, "message"))
        for (const child of children) child.send("go")
        return (await Promise.all(reported)).map(([message]: ReadonlyArray<unknown>) => message)
      })
      const [one, two] = yield* Schema.decodeUnknownEffect(Schema.Tuple([ChildReport, ChildReport]))(reports)
      assert.strictEqual(one.allowed + two.allowed, 100)
      assert.strictEqual(one.decidedAlone + two.decidedAlone, 0)
      assert.strictEqual(new Set([...one.resets, ...two.resets]).size, 1)
    })
  )

  it.live("counts in one window what several servers let through, and tells all of them one reset", () =>
    Effect.gen(function* () {
      const one = yield* shared()
      const two = yield* shared({ prefix: one.prefix })
      const reset = (start + hour) / second
      assert.include(yield* one.charge("key", "free", at(start)), { remaining: 99, reset })
      assert.include(yield* two.charge("key", "free", at(start + 500)), { remaining: 98, reset })
      assert.include(yield* two.peek("key", "free", at(start + 501)), { remaining: 98, reset })
      yield* burst(one, 98, at(start + second))
      assert.include(yield* two.charge("key", "free", at(start + 2 * second)), { exceeded: "hour", reset })
    })
  )

  it.live("writes nothing for a peek or a refusal", () =>
    Effect.gen(function* () {
      const subject = yield* shared()
      const tell = yield* redisClient(sharedUrl)
      const key = `${subject.prefix}{key}`
      yield* subject.peek("key", "free", at(start))
      assert.strictEqual(yield* tell("EXISTS", key), 0)
      yield* burst(subject, 100, at(start))
      const kept = yield* tell("GET", key)
      const closing = yield* tell("PEXPIRETIME", key)
      // Not refused by what this server remembers, since the window is about to close.
      assert.isFalse((yield* subject.charge("key", "free", at(start + hour - second))).allowed)
      assert.isFalse((yield* subject.peek("key", "free", at(start + hour - second))).allowed)
      assert.strictEqual(yield* tell("GET", key), kept)
      assert.strictEqual(yield* tell("PEXPIRETIME", key), closing)
    })
  )

  it.live("keeps one string a key, which vanishes when its day has closed", () =>
    Effect.gen(function* () {
      const { prefix, ...subject } = yield* shared({ unixTime: () => 0 })
      const tell = yield* redisClient(sharedUrl)
      yield* subject.charge("key", "professional", yield* currentMoment)
      const left = yield* Schema.decodeUnknownEffect(Schema.Int)(yield* tell("PTTL", `${prefix}{key}`))
      assert.isTrue(left > day && left <= day + 30_000, `${left} ms`)
    })
  )

  it.live("counts by the clock of Redis, whatever that of the server says", () =>
    Effect.gen(function* () {
      const { unix, steady } = yield* currentMoment
      const one = yield* shared({ unixTime: () => 0 })
      const two = yield* shared({ unixTime: () => 0, prefix: one.prefix })
      const first = yield* one.charge("key", "free", { unix: unix - 20 * second, steady })
      const other = yield* two.charge("key", "free", { unix: unix + 20 * second, steady: steady + 5 * hour })
      assert.include(other, { remaining: 98, reset: first.reset })
      assert.approximately(first.reset, (unix + hour) / second, 10)
    })
  )

  it.live.each([1, -1, 365])("goes on with the windows it knows where Redis's clock is set by %d days", (days) =>
    Effect.gen(function* () {
      let redisNow = start
      const one = yield* shared({ unixTime: () => redisNow })
      yield* burst(one, 60, at(start))
      redisNow += days * day + 10 * second
      const verdict = yield* one.charge("key", "free", at(start + 10 * second))
      assert.include(verdict, { remaining: 39, reset: (start + hour) / second })
      // A server that knew nothing of it finds the same window.
      const two = yield* shared({ unixTime: () => redisNow, prefix: one.prefix })
      assert.include(yield* two.charge("key", "free", at(start + 10 * second)), {
        remaining: 38,
        reset: (start + hour) / second
      })
      redisNow += hour
      assert.strictEqual((yield* one.charge("key", "free", at(start + hour + 10 * second))).remaining, 99)
    })
  )

  it.live.each(noWindows)("replaces $what where windows should be, and says so", ({ command }) =>
    Effect.gen(function* () {
      const { limiter, prefix, ...subject } = yield* shared()
      const tell = yield* redisClient(sharedUrl)
      yield* tell(...command(`${prefix}{key}`))
      assert.strictEqual((yield* subject.charge("key", "free", at(start))).remaining, 99)
      assert.strictEqual((yield* subject.charge("key", "free", at(start))).remaining, 98)
      assert.include(limiter.status(), { connected: true, mended: 1, decidedAlone: 0 })
    }).pipe(Effect.provide(quiet))
  )

  describe("that is its own", () => {
    it.live("is called once a request, and not at all for who has used up the hour", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiter = yield* sharingLimiter(redis.url)
        const subject = subjectOf(limiter)
        const calls = Effect.map(redis.tell("INFO", "commandstats"), (text) => ({
          evalsha: Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(text))?.[1] ?? 0),
          eval: Number(/cmdstat_eval:calls=(\d+)/.exec(String(text))?.[1] ?? 0)
        }))
        const before = yield* calls
        const now = yield* currentMoment
        yield* burst(subject, 60, now)
        yield* subject.peek("key", "free", now)
        yield* burst(subject, 40, now)
        assert.deepStrictEqual(yield* calls, { evalsha: before.evalsha + 101, eval: before.eval })
        assert.strictEqual(allowedOf(yield* burst(subject, 1, now)), 0)
        yield* burst(subject, 50, now)
        assert.strictEqual((yield* calls).evalsha, before.evalsha + 101)
      })
    )

    it.live("counts on when its scripts are flushed", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiter = yield* sharingLimiter(redis.url)
        const now = yield* currentMoment
        yield* burst(subjectOf(limiter), 50, now)
        yield* redis.tell("SCRIPT", "FLUSH")
        assert.strictEqual(allowedOf(yield* burst(subjectOf(limiter), 100, now)), 50)
        assert.include(limiter.status(), { connected: true, decidedAlone: 0 })
      })
    )

    it.live("goes on with the windows that a server knows when it has lost them", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiter = yield* sharingLimiter(redis.url)
        const subject = subjectOf(limiter)
        const now = yield* currentMoment
        const { reset } = yield* subject.charge("key", "free", now)
        yield* burst(subject, 59, now)
        yield* redis.tell("FLUSHALL")
        assert.include(yield* subject.charge("key", "free", yield* currentMoment), {
          remaining: 39,
          reset
        })
      })
    )

    it.live("may be a cluster", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis("--cluster-enabled", "yes")
        yield* redis.start
        yield* redis.tell("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        // It says no until it has seen that it is whole.
        const limiter = yield* sharingLimiter(redis.url)
        const now = yield* currentMoment
        for (const identifier of ["one", "two", "three"]) {
          assert.strictEqual(allowedOf(yield* burst(subjectOf(limiter), 101, now, identifier)), 100)
        }
        assert.include(limiter.status(), { connected: true, decidedAlone: 0 })
      }).pipe(Effect.provide(quiet))
    )
  })
})

const chargeWhenTold = fileURLToPath(new URL("fixtures/charge-when-told.ts", import.meta.url))

const ChildReport = Schema.Struct({
  allowed: Schema.Int,
  resets: Schema.Array(Schema.Int),
  decidedAlone: Schema.Int
})
