import { createServer, type Socket } from "node:net"
import { performance } from "node:perf_hooks"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { currentMoment } from "../../../src/limits/Instant.ts"
import { makeRedisLimiter, type RedisLimiter } from "../../../src/limits/redis/RedisLimiter.ts"
import { allowedOf, burst, subjectOf } from "../../support/limits/contract.ts"
import {
  addressOf,
  describeWithRedis,
  eventually,
  listening,
  logInto,
  ownRedis,
  quiet,
  redisClient,
  sharingLimiter,
  type OwnRedis
} from "./redis.ts"

/**
 * What comes back before a clock of this same process has run for twice the time that a request may wait for Redis,
 * however busy the machine is.
 */
const inTime = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.raceFirst(
    effect,
    Effect.callback<never>((resume) => {
      const turns = (left: number): void => {
        if (left === 0) resume(Effect.die(new Error("It took too long")))
        else setImmediate(() => turns(left - 1))
      }
      const timer = setTimeout(() => turns(10), 100)
      return Effect.sync(() => clearTimeout(timer))
    })
  )

/** Waits for Redis as long as a server does. */
const asUsual = { answerWithin: 50 }

const charged = Effect.fnUntraced(function* (limiter: RedisLimiter) {
  return yield* inTime(subjectOf(limiter).charge("key", "free", yield* currentMoment))
})

/** Something on a free port that answers each message in one way, or hangs up. Gives back the port. */
const standIn = Effect.fnUntraced(function* (answer: string | undefined) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    if (answer === undefined) socket.destroy()
    else socket.on("data", () => void socket.write(answer))
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
  )
  return yield* Effect.promise(() => listening(server))
})

interface Trouble {
  readonly what: string
  readonly options?: ReadonlyArray<string>
  readonly begin: (redis: OwnRedis) => Effect.Effect<unknown>
  readonly end: (redis: OwnRedis) => Effect.Effect<unknown>
  readonly reason: RegExp
}

const troubles: ReadonlyArray<Trouble> = [
  { what: "is killed", begin: ({ kill }) => kill, end: ({ start }) => start, reason: /closed|ECONNRE/ },
  {
    what: "stands still",
    begin: ({ signal }) => signal("SIGSTOP"),
    end: ({ signal }) => signal("SIGCONT"),
    reason: /^No answer within 50 ms, 5 times in a row$/
  },
  {
    what: "is out of memory",
    begin: ({ tell }) => tell("CONFIG", "SET", "maxmemory", "1"),
    end: ({ tell }) => tell("CONFIG", "SET", "maxmemory", "0"),
    reason: /^OOM/
  },
  {
    what: "becomes a replica that may only be read",
    begin: ({ tell }) => tell("REPLICAOF", "127.0.0.1", "1"),
    end: ({ tell }) => tell("REPLICAOF", "NO", "ONE"),
    reason: /^READONLY/
  },
  {
    what: "forbids scripts",
    begin: ({ tell }) => tell("ACL", "SETUSER", "default", "-evalsha", "-eval"),
    end: ({ tell }) => tell("ACL", "SETUSER", "default", "+evalsha", "+eval"),
    reason: /^NOPERM/
  },
  {
    what: "drops its connections",
    begin: ({ tell }) => tell("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"),
    end: () => Effect.void,
    reason: /closed|ECONNRE/
  }
]

describeWithRedis("while Redis is away", () => {
  it.live.each(troubles)("requests go on when it $what, and limits are shared again by themselves", (trouble) => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, asUsual)
      const first = yield* charged(limiter)
      for (let count = 2; count <= 10; count++) yield* charged(limiter)
      // A busy machine may have been too slow at first.
      lines.length = 0

      yield* trouble.begin(redis)
      let count = 10
      while (lines.length === 0) {
        // What is told goes on from what was known, by this server alone as by Redis.
        count++
        assert.include(yield* charged(limiter), { allowed: true, remaining: 100 - count, reset: first.reset })
      }
      assert.match(
        lines[0] ?? "",
        /^Warn Redis at redis:\/\/127\.0\.0\.1:\d+\/0 is away, and each server counts limits/
      )
      assert.match(limiter.status().lastError ?? "", trouble.reason)

      yield* trouble.end(redis)
      yield* eventually(() => limiter.status().connected)
      // No charge is forgotten, and none is counted twice.
      count++
      assert.include(yield* charged(limiter), { allowed: true, remaining: 100 - count, reset: first.reset })
      const other = yield* sharingLimiter(redis.url)
      assert.include(yield* subjectOf(other).peek("key", "free", yield* currentMoment), { remaining: 100 - count })
      assert.match(lines[1] ?? "", /^Info Redis at redis:\/\/127\.0\.0\.1:\d+\/0 is back after \d+ s/)
      assert.strictEqual(lines.length, 2)
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live.each([60_000, -3_600_000])(
    "a server counts on though its clock is %d ms off, and what it counted holds when Redis is back",
    (off) =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiter = yield* sharingLimiter(redis.url, asUsual)
        let count = 0
        const charge = Effect.gen(function* () {
          const { steady, unix } = yield* currentMoment
          count++
          const verdict = yield* inTime(subjectOf(limiter).charge("key", "free", { steady, unix: unix + off }))
          assert.include(verdict, { allowed: true, remaining: 100 - count })
        })
        for (let made = 0; made < 10; made++) yield* charge
        yield* redis.tell("ACL", "SETUSER", "default", "-evalsha", "-eval")
        while (limiter.status().connected) yield* charge
        for (let made = 0; made < 40; made++) yield* charge
        yield* redis.tell("ACL", "SETUSER", "default", "+evalsha", "+eval")
        yield* eventually(() => limiter.status().connected)
        yield* charge
        const other = yield* sharingLimiter(redis.url)
        assert.include(yield* subjectOf(other).peek("key", "free", yield* currentMoment), { remaining: 100 - count })
      }).pipe(Effect.provide(quiet))
  )

  it.live("requests do not wait for one that is away, and each server holds the limits by itself", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* makeRedisLimiter(addressOf(redis.url))
      yield* redis.kill
      yield* eventually(() => !limiter.status().connected)
      const now = yield* currentMoment
      const verdicts = Array.from({ length: 200 }, () => limiter.charge("key", "free", now))
      assert.isTrue(verdicts.every(Exit.isExit))
      assert.strictEqual(allowedOf(yield* Effect.all(verdicts)), 100)
      assert.include(limiter.status(), { connected: false, decidedAlone: 200 })
    }).pipe(Effect.provide(quiet))
  )

  it.live("all requests that wait for it are decided when it stands still, and no more than once", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, asUsual)
      yield* redis.signal("SIGSTOP")
      const verdicts = yield* inTime(burst(subjectOf(limiter), 200, yield* currentMoment))
      assert.strictEqual(allowedOf(verdicts), 100)
      assert.strictEqual(limiter.status().decidedAlone, 200)
      yield* redis.signal("SIGCONT")
      yield* eventually(() => limiter.status().connected)
      assert.isFalse((yield* charged(limiter)).allowed)
    }).pipe(Effect.provide(quiet))
  )

  it.live("a late reply is remembered, and charges nothing twice", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, asUsual)
      const { reset } = yield* charged(limiter)
      yield* burst(subjectOf(limiter), 2, yield* currentMoment)
      // A busy machine may have been too slow for some of these.
      const { waitedInVain } = limiter.status()
      yield* redis.signal("SIGSTOP")
      assert.include(yield* charged(limiter), { remaining: 96, reset })
      assert.include(limiter.status(), { connected: true, waitedInVain: waitedInVain + 1 })
      yield* redis.signal("SIGCONT")
      assert.include(yield* charged(limiter), { remaining: 95, reset })
      assert.include(yield* charged(limiter), { remaining: 94, reset })
    }).pipe(Effect.provide(quiet))
  )

  it.live("a reply that came while the server was busy is in time", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, asUsual)
      const asked = yield* Effect.forkChild(charged(limiter), { startImmediately: true })
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      // As long as a large release may take to be read.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      assert.include(yield* Fiber.join(asked), { remaining: 99 })
      assert.include(limiter.status(), { connected: true, decidedAlone: 0, waitedInVain: 0 })
    }).pipe(Effect.provide(quiet))
  )

  it.live("the server starts without it, and shares limits when it comes", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const redis = yield* ownRedis()
      const limiter = yield* makeRedisLimiter(addressOf(redis.url))
      yield* eventually(() => lines.length > 0)
      assert.include(limiter.status(), { connected: false })
      assert.include(yield* charged(limiter), { allowed: true, remaining: 99 })
      yield* redis.start
      yield* eventually(() => limiter.status().connected)
      assert.include(yield* charged(limiter), { allowed: true, remaining: 98 })
      const other = yield* sharingLimiter(redis.url)
      assert.include(yield* subjectOf(other).peek("key", "free", yield* currentMoment), { remaining: 98 })
      assert.strictEqual(lines.length, 2)
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live("the password is wrong until it is right, and is in no line of the log", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const redis = yield* ownRedis("--requirepass", "other")
      yield* redis.start
      const limiter = yield* makeRedisLimiter(addressOf(`redis://:s3cr%40t@127.0.0.1:${redis.port}/3`))
      yield* eventually(() => lines.length > 0)
      assert.match(limiter.status().lastError ?? "", /^WRONGPASS/)
      assert.isTrue((yield* charged(limiter)).allowed)
      const tell = yield* redisClient(`redis://:other@127.0.0.1:${redis.port}`)
      yield* tell("CONFIG", "SET", "requirepass", "s3cr@t")
      yield* eventually(() => limiter.status().connected)
      assert.include(yield* charged(limiter), { remaining: 98 })
      assert.strictEqual(lines.length, 2)
      assert.notInclude(lines.join("\n"), "s3cr")
      assert.include(lines[0] ?? "", `redis://127.0.0.1:${redis.port}/3 is away`)
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live.each([
    { what: "answers nobody", answer: "" },
    { what: "speaks something else", answer: "HTTP/1.1 400 Bad Request\r\n\r\n" },
    { what: "says yes to everything", answer: "+OK\r\n".repeat(20) },
    { what: "hangs up", answer: undefined }
  ])("the server starts within two seconds where what is there $what", ({ answer }) =>
    Effect.gen(function* () {
      const port = yield* standIn(answer)
      const began = performance.now()
      const limiter = yield* makeRedisLimiter(addressOf(`redis://127.0.0.1:${port}`))
      assert.isAtMost(performance.now() - began, 2000)
      assert.include(limiter.status(), { connected: false })
      assert.isTrue((yield* charged(limiter)).allowed)
    }).pipe(Effect.provide(quiet))
  )

  it.live("it is no reason to hold up the end of the server", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const began = yield* Effect.scoped(
        Effect.gen(function* () {
          const limiter = yield* sharingLimiter(redis.url)
          yield* redis.signal("SIGSTOP")
          yield* Effect.forkChild(charged(limiter))
          yield* Effect.yieldNow
          return performance.now()
        })
      )
      assert.isAtMost(performance.now() - began, 500)
    }).pipe(Effect.provide(quiet))
  )
})
