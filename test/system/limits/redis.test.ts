import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { clockTolerance, currentInstant } from "../../../src/limits/Limiter.ts"
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

/** A limiter whose time is that of its calls, also in Redis, with a long timeout. */
const shared = (options: RedisLimiterOptions = {}) =>
  Effect.gen(function* () {
    let unixNow = 0
    const prefix = options.keyNamespace ?? freshPrefix()
    yield* Effect.addFinalizer(() => forget(prefix))
    const limiter = yield* sharingLimiter(sharedUrl, {
      keyNamespace: prefix,
      unixMillis: () => unixNow,
      ...options
    })
    return { ...subjectOf(limiter, ({ unixMillis }) => (unixNow = unixMillis)), limiter, prefix }
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

  it.live("allows a hundred of two hundred concurrent requests to two processes", () =>
    Effect.gen(function* () {
      const prefix = freshPrefix()
      yield* Effect.addFinalizer(() => forget(prefix))
      const reports = yield* Effect.promise(async () => {
        const children = [1, 2].map(() => fork(chargeOnMessage, [sharedUrl, prefix, "100"]))
        await Promise.all(children.map((child) => once(child, "message")))
        const reported = children.map((child) => once(child, "message"))
        for (const child of children) child.send("go")
        return (await Promise.all(reported)).map(([message]: ReadonlyArray<unknown>) => message)
      })
      const [one, two] = yield* Schema.decodeUnknownEffect(Schema.Tuple([ChildReport, ChildReport]))(reports)
      assert.strictEqual(one.allowed + two.allowed, 100)
      assert.strictEqual(one.localDecisions + two.localDecisions, 0)
      assert.strictEqual(new Set([...one.resets, ...two.resets]).size, 1)
    })
  )

  it.live("counts the requests of several servers in one window with one reset", () =>
    Effect.gen(function* () {
      const one = yield* shared()
      const two = yield* shared({ keyNamespace: one.prefix })
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
      // Not refused locally, since the window is about to reset.
      assert.isFalse((yield* subject.charge("key", "free", at(start + hour - second))).allowed)
      assert.isFalse((yield* subject.peek("key", "free", at(start + hour - second))).allowed)
      assert.strictEqual(yield* tell("GET", key), kept)
      assert.strictEqual(yield* tell("PEXPIRETIME", key), closing)
    })
  )

  it.live("stores one string per key, which expires with its day", () =>
    Effect.gen(function* () {
      const { prefix, ...subject } = yield* shared({ unixMillis: () => 0 })
      const tell = yield* redisClient(sharedUrl)
      yield* subject.charge("key", "professional", yield* currentInstant)
      const left = yield* Schema.decodeUnknownEffect(Schema.Int)(yield* tell("PTTL", `${prefix}{key}`))
      assert.isTrue(left > day && left <= day + 30_000, `${left} ms`)
    })
  )

  it.live("measures by the clock of Redis, not of the server", () =>
    Effect.gen(function* () {
      const { unixMillis, monotonicMillis } = yield* currentInstant
      const one = yield* shared({ unixMillis: () => 0 })
      const two = yield* shared({ unixMillis: () => 0, keyNamespace: one.prefix })
      const first = yield* one.charge("key", "free", { unixMillis: unixMillis - 20 * second, monotonicMillis })
      const other = yield* two.charge("key", "free", {
        unixMillis: unixMillis + 20 * second,
        monotonicMillis: monotonicMillis + 5 * hour
      })
      assert.include(other, { remaining: 98, reset: first.reset })
      assert.approximately(first.reset, (unixMillis + hour) / second, 10)
    })
  )

  it.live.each([1, -1, 365])("keeps known windows if the clock of Redis is set by %d days", (days) =>
    Effect.gen(function* () {
      let redisNow = start
      const one = yield* shared({ unixMillis: () => redisNow })
      yield* burst(one, 60, at(start))
      redisNow += days * day + 10 * second
      const verdict = yield* one.charge("key", "free", at(start + 10 * second))
      assert.include(verdict, { remaining: 39, reset: (start + hour) / second })
      // A server that did not know the window finds the same one.
      const two = yield* shared({ unixMillis: () => redisNow, keyNamespace: one.prefix })
      assert.include(yield* two.charge("key", "free", at(start + 10 * second)), {
        remaining: 38,
        reset: (start + hour) / second
      })
      redisNow += hour
      assert.strictEqual((yield* one.charge("key", "free", at(start + hour + 10 * second))).remaining, 99)
    })
  )

  it.live("goes on with the window of a server after a late call has opened another one", () =>
    Effect.gen(function* () {
      let redisNow = start
      const { prefix, ...subject } = yield* shared({ unixMillis: () => redisNow })
      const tell = yield* redisClient(sharedUrl)
      yield* burst(subject, 60, at(start))
      // What a call with the first ten requests leaves that Redis executes after a pause of 40 seconds.
      redisNow += 40 * second
      yield* tell("SET", `${prefix}{key}`, `${redisNow} 10 ${redisNow} 10`)
      assert.include(yield* subject.charge("key", "free", at(redisNow)), {
        remaining: 39,
        reset: (start + hour) / second
      })
    })
  )

  it.live("takes over the window that Redis opened by its own clock, and restores that one", () =>
    Effect.gen(function* () {
      let redisNow = start
      const { prefix, ...subject } = yield* shared({ unixMillis: () => redisNow })
      const tell = yield* redisClient(sharedUrl)
      const instant = (unixMillis: number) => ({ unixMillis, monotonicMillis: unixMillis - start })
      yield* burst(subject, 100, instant(start))
      // The exhausted window has closed by the clock of Redis, which is ahead by as much as is tolerated.
      redisNow = start + hour
      const early = instant(redisNow - clockTolerance)
      const reset = (redisNow + hour) / second
      assert.include(yield* subject.charge("key", "free", early), { remaining: 99, reset })
      yield* tell("DEL", `${prefix}{key}`)
      assert.include(yield* subject.charge("key", "free", early), { remaining: 98, reset })
    })
  )

  it.live.each(noWindows)("replaces $what in place of windows, and logs it", ({ command }) =>
    Effect.gen(function* () {
      const { limiter, prefix, ...subject } = yield* shared()
      const tell = yield* redisClient(sharedUrl)
      yield* tell(...command(`${prefix}{key}`))
      assert.strictEqual((yield* subject.charge("key", "free", at(start))).remaining, 99)
      assert.strictEqual((yield* subject.charge("key", "free", at(start))).remaining, 98)
      assert.include(limiter.status(), { isConnected: true, replacedValues: 1, localDecisions: 0 })
    }).pipe(Effect.provide(quiet))
  )

  describe("that is its own", () => {
    it.live("is called once per request, and not for a key with an exhausted hour", () =>
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
        const now = yield* currentInstant
        yield* burst(subject, 60, now)
        yield* subject.peek("key", "free", now)
        yield* burst(subject, 40, now)
        assert.deepStrictEqual(yield* calls, { evalsha: before.evalsha + 101, eval: before.eval })
        assert.strictEqual(allowedOf(yield* burst(subject, 1, now)), 0)
        yield* burst(subject, 50, now)
        assert.strictEqual((yield* calls).evalsha, before.evalsha + 101)
      })
    )

    it.live("keeps counting after its scripts are flushed", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiter = yield* sharingLimiter(redis.url)
        const now = yield* currentInstant
        yield* burst(subjectOf(limiter), 50, now)
        yield* redis.tell("SCRIPT", "FLUSH")
        assert.strictEqual(allowedOf(yield* burst(subjectOf(limiter), 100, now)), 50)
        assert.include(limiter.status(), { isConnected: true, localDecisions: 0 })
      })
    )

    it.live("restores the windows that a server knows after losing them", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiter = yield* sharingLimiter(redis.url)
        const subject = subjectOf(limiter)
        const now = yield* currentInstant
        const { reset } = yield* subject.charge("key", "free", now)
        yield* burst(subject, 59, now)
        yield* redis.tell("FLUSHALL")
        assert.include(yield* subject.charge("key", "free", yield* currentInstant), {
          remaining: 39,
          reset
        })
      })
    )

    it.live("works as a cluster", () =>
      Effect.gen(function* () {
        const redis = yield* ownRedis("--cluster-enabled", "yes")
        yield* redis.start
        yield* redis.tell("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        // The cluster refuses commands until it has seen that it is complete.
        const limiter = yield* sharingLimiter(redis.url)
        const now = yield* currentInstant
        for (const identifier of ["one", "two", "three"]) {
          assert.strictEqual(allowedOf(yield* burst(subjectOf(limiter), 101, now, identifier)), 100)
        }
        assert.include(limiter.status(), { isConnected: true, localDecisions: 0 })
      }).pipe(Effect.provide(quiet))
    )
  })
})

const chargeOnMessage = fileURLToPath(new URL("fixtures/charge-on-message.ts", import.meta.url))

const ChildReport = Schema.Struct({
  allowed: Schema.Int,
  resets: Schema.Array(Schema.Int),
  localDecisions: Schema.Int
})
