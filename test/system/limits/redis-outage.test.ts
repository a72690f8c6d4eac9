import { execFileSync } from "node:child_process"
import { connect, createServer, type Socket } from "node:net"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { currentInstant, undecided } from "../../../src/limits/Limiter.ts"
import { makeRedisLimiter, startTurnTimeout, type RedisLimiter } from "../../../src/limits/redis/RedisLimiter.ts"
import { allowedOf, burst, decided, subjectOf } from "../../support/limits/contract.ts"
import { pause } from "../../support/Patience.ts"
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

/** How long a request waits for Redis here: longer than in a server, so that a busy machine changes no verdict. */
const timeoutMillis = 1000

/** Fails if the effect takes twice the timeout, by the clock of the limiter. */
const inTime = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.raceFirst(
    effect,
    Effect.callback<never>((resume) => {
      const fail = () => resume(Effect.die(new Error("It took too long")))
      return Effect.sync(startTurnTimeout(2 * timeoutMillis, fail))
    })
  )

const charged = Effect.fnUntraced(function* (limiter: RedisLimiter) {
  return yield* inTime(subjectOf(limiter).charge("key", "free", yield* currentInstant))
})

/** Charges until Redis replies in time. On a busy machine it may be too slow for some requests, even for the first. */
const chargedInTime = Effect.fnUntraced(function* (limiter: RedisLimiter) {
  for (;;) {
    const { timeouts } = limiter.status()
    const { remaining, reset } = yield* charged(limiter)
    if (remaining === "unlimited") return assert.fail("The key has a limit")
    if (limiter.status().timeouts === timeouts) return { remaining, reset }
  }
})

/** An address behind which another server can take over, as a name or a virtual address does. */
const switchable = Effect.fnUntraced(function* (first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(target, "127.0.0.1")
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket]
    ] as const) {
      sockets.add(from)
      from.on("error", () => to.destroy()).on("close", () => to.destroy())
      from.pipe(to)
    }
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
  )
  return { port: yield* Effect.promise(() => listening(server)), use: (port: number) => void (target = port) }
})

/** Listens on a free port, sends the same reply to every message or hangs up, and returns the port. */
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

/** How often Redis has run the script. */
const scriptCalls = ({ tell }: OwnRedis) =>
  Effect.map(tell("INFO", "commandstats"), (text) => Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(text))?.[1] ?? 0))

/** Ends when Redis has run the script so often. A process of its own, for one that must not turn its event loop. */
const waitForCalls = `
  const [port, calls] = process.argv.slice(1).map(Number)
  const socket = require("node:net").connect(port, "127.0.0.1")
  const ask = () => socket.write("INFO commandstats\\r\\n")
  socket.on("data", (text) => {
    if (Number(/cmdstat_evalsha:calls=(\\d+)/.exec(String(text))?.[1]) >= calls) process.exit()
    setTimeout(ask, 5)
  })
  ask()`

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
    what: "hangs",
    begin: ({ signal }) => signal("SIGSTOP"),
    end: ({ signal }) => signal("SIGCONT"),
    reason: /: No reply within 1000 ms, 5 times in a row$/
  },
  {
    what: "is out of memory",
    begin: ({ tell }) => tell("CONFIG", "SET", "maxmemory", "1"),
    end: ({ tell }) => tell("CONFIG", "SET", "maxmemory", "0"),
    reason: /: OOM/
  },
  {
    what: "becomes a read-only replica",
    begin: ({ tell }) => tell("REPLICAOF", "127.0.0.1", "1"),
    end: ({ tell }) => tell("REPLICAOF", "NO", "ONE"),
    reason: /: READONLY/
  },
  {
    what: "forbids scripts",
    begin: ({ tell }) => tell("ACL", "SETUSER", "default", "-evalsha", "-eval"),
    end: ({ tell }) => tell("ACL", "SETUSER", "default", "+evalsha", "+eval"),
    reason: /: NOPERM/
  },
  {
    what: "drops its connections",
    begin: ({ tell }) => tell("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"),
    end: () => Effect.void,
    reason: /closed|ECONNRE/
  }
]

describeWithRedis("the limiter during an outage of Redis", () => {
  it.live.each(troubles)("decides requests when Redis $what, and shares limits again afterwards", (trouble) => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      // Later requests continue from the window of the first one to which Redis has replied.
      const first = yield* chargedInTime(limiter)
      let count = 100 - first.remaining
      while (count < 10) {
        yield* charged(limiter)
        count++
      }
      // A busy machine may have been too slow at first.
      lines.length = 0

      yield* trouble.begin(redis)
      while (lines.length === 0) {
        // The verdicts continue from the known count, locally as in Redis.
        count++
        assert.include(yield* charged(limiter), { allowed: true, remaining: 100 - count, reset: first.reset })
      }
      assert.match(
        lines[0] ?? "",
        /^Warn Redis at redis:\/\/127\.0\.0\.1:\d+\/0 is unavailable, so each server counts alone/
      )
      assert.match(lines[0] ?? "", trouble.reason)

      yield* trouble.end(redis)
      yield* eventually(() => limiter.status().isConnected)
      // No charge is lost or counted twice.
      count++
      assert.include(yield* charged(limiter), { allowed: true, remaining: 100 - count, reset: first.reset })
      const other = yield* sharingLimiter(redis.url)
      assert.include(yield* subjectOf(other).peek("key", "free", yield* currentInstant), { remaining: 100 - count })
      assert.match(lines[1] ?? "", /^Info Redis at redis:\/\/127\.0\.0\.1:\d+\/0 is back after \d+ s/)
      assert.strictEqual(lines.length, 2)
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live.each([60_000, -3_600_000])("keeps the counts of a server whose clock is %d ms off", (off) =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      let count = 0
      const charge = Effect.gen(function* () {
        const { monotonicMillis, unixMillis } = yield* currentInstant
        count++
        const verdict = yield* inTime(
          subjectOf(limiter).charge("key", "free", { monotonicMillis, unixMillis: unixMillis + off })
        )
        assert.include(verdict, { allowed: true, remaining: 100 - count })
      })
      for (let made = 0; made < 10; made++) yield* charge
      yield* redis.tell("ACL", "SETUSER", "default", "-evalsha", "-eval")
      while (limiter.status().isConnected) yield* charge
      for (let made = 0; made < 40; made++) yield* charge
      yield* redis.tell("ACL", "SETUSER", "default", "+evalsha", "+eval")
      yield* eventually(() => limiter.status().isConnected)
      yield* charge
      const other = yield* sharingLimiter(redis.url)
      assert.include(yield* subjectOf(other).peek("key", "free", yield* currentInstant), { remaining: 100 - count })
    }).pipe(Effect.provide(quiet))
  )

  it.live.each(troubles.filter(({ what }) => what === "is killed" || what === "hangs"))(
    "adds what servers have counted alone while Redis $what, also of keys that send no more requests",
    (trouble) =>
      Effect.gen(function* () {
        const redis = yield* ownRedis()
        yield* redis.start
        const limiters = [yield* sharingLimiter(redis.url, { timeoutMillis })]
        limiters.push(yield* sharingLimiter(redis.url, { timeoutMillis }))
        const chargeEach = Effect.fnUntraced(function* (key: string, times: number) {
          const verdicts = []
          for (const limiter of limiters)
            verdicts.push(...(yield* burst(subjectOf(limiter), times, yield* currentInstant, key, "professional")))
          return verdicts
        })
        assert.strictEqual(allowedOf(yield* chargeEach("key", 100)), 200)
        // A Redis that has lost its data can only get back what a server knows.
        for (const limiter of limiters) yield* limiter.peek("key", "professional", yield* currentInstant)
        yield* trouble.begin(redis)
        for (const limiter of limiters)
          while (limiter.status().isConnected) yield* limiter.charge("until they notice", "free", yield* currentInstant)
        assert.strictEqual(allowedOf(yield* chargeEach("key", 300)), 600)
        assert.strictEqual(allowedOf(yield* chargeEach("silent", 40)), 80)
        yield* trouble.end(redis)
        yield* eventually(() => limiters.every((limiter) => limiter.status().isConnected))
        const other = subjectOf(yield* sharingLimiter(redis.url))
        const now = yield* currentInstant
        assert.include(yield* other.peek("key", "professional", now), { remaining: 1000 - 200 - 600 })
        assert.include(yield* other.peek("silent", "professional", now), { remaining: 1000 - 80 })
        // Nothing is added twice.
        assert.strictEqual(allowedOf(yield* chargeEach("key", 50)), 100)
        assert.include(yield* other.peek("key", "professional", now), { remaining: 100 })
        assert.strictEqual(allowedOf(yield* chargeEach("key", 100)), 100)
      }).pipe(Effect.provide(quiet))
  )

  it.live("decides at once while Redis is unavailable, and enforces the limits locally", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* makeRedisLimiter(addressOf(redis.url), { timeoutMillis })
      yield* redis.kill
      yield* eventually(() => !limiter.status().isConnected)
      const now = yield* currentInstant
      const verdicts = Array.from({ length: 200 }, () => limiter.charge("key", "free", now))
      assert.isTrue(verdicts.every(Exit.isExit))
      assert.strictEqual(allowedOf((yield* Effect.all(verdicts)).map(decided)), 100)
      assert.include(limiter.status(), { isConnected: false, localDecisions: 200 })
    }).pipe(Effect.provide(quiet))
  )

  it.live("decides every waiting request once when Redis hangs", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      yield* redis.signal("SIGSTOP")
      const verdicts = yield* inTime(burst(subjectOf(limiter), 200, yield* currentInstant))
      assert.strictEqual(allowedOf(verdicts), 100)
      assert.strictEqual(limiter.status().localDecisions, 200)
      yield* redis.signal("SIGCONT")
      yield* eventually(() => limiter.status().isConnected)
      assert.isFalse((yield* charged(limiter)).allowed)
    }).pipe(Effect.provide(quiet))
  )

  it.live("keeps the count of a late reply and charges nothing twice", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      const { remaining, reset } = yield* chargedInTime(limiter)
      const { timeouts } = limiter.status()
      yield* redis.signal("SIGSTOP")
      assert.include(yield* charged(limiter), { remaining: remaining - 1, reset })
      assert.include(limiter.status(), { isConnected: true, timeouts: timeouts + 1 })
      yield* redis.signal("SIGCONT")
      assert.include(yield* charged(limiter), { remaining: remaining - 2, reset })
      assert.include(yield* charged(limiter), { remaining: remaining - 3, reset })
    }).pipe(Effect.provide(quiet))
  )

  it.live("keeps the connection if Redis replies in between four timeouts", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      for (let round = 1; round <= 2; round++) {
        yield* chargedInTime(limiter)
        const { timeouts } = limiter.status()
        yield* redis.signal("SIGSTOP")
        yield* inTime(burst(subjectOf(limiter), 4, yield* currentInstant))
        assert.include(limiter.status(), { isConnected: true, timeouts: timeouts + 4 })
        yield* redis.signal("SIGCONT")
        // A busy machine may take a while to let it go on.
        yield* redis.tell("PING")
      }
    }).pipe(Effect.provide(quiet))
  )

  it.live("accepts a reply that arrived while the server was busy", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      const calls = yield* scriptCalls(redis)
      const asked = yield* Effect.forkChild(charged(limiter), { startImmediately: true })
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      // As long as a large release may take to be read, and Redis to reply.
      execFileSync(process.execPath, ["-e", waitForCalls, String(redis.port), String(calls + 1)])
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.5 * timeoutMillis)
      assert.include(yield* Fiber.join(asked), { remaining: 99 })
      assert.include(limiter.status(), { isConnected: true, localDecisions: 0, timeouts: 0 })
    }).pipe(Effect.provide(quiet))
  )

  it.live("accepts a reply to a command that was sent late because the server was busy", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* sharingLimiter(redis.url, { timeoutMillis })
      const asked = yield* Effect.forkChild(charged(limiter), { startImmediately: true })
      // The command is written in a later turn of the event loop.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.5 * timeoutMillis)
      assert.include(yield* Fiber.join(asked), { remaining: 99 })
      assert.include(limiter.status(), { isConnected: true, localDecisions: 0, timeouts: 0 })
    }).pipe(Effect.provide(quiet))
  )

  it.live("decides nothing without Redis if it is to stay closed, except what needs no count", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      const limiter = yield* makeRedisLimiter(addressOf(redis.url), { timeoutMillis, unavailable: "closed" })
      yield* eventually(() => limiter.status().isConnected)
      const now = yield* currentInstant
      yield* redis.signal("SIGSTOP")
      assert.deepStrictEqual(yield* limiter.charge("key", "free", now), undecided)
      yield* redis.signal("SIGCONT")
      yield* redis.kill
      yield* eventually(() => !limiter.status().isConnected)
      assert.deepStrictEqual(yield* limiter.charge("key", "free", now), undecided)
      assert.deepStrictEqual(yield* limiter.peek("key", "free", now), undecided)
      assert.include(yield* limiter.charge("other", "enterprise", now), { allowed: true, remaining: "unlimited" })
      assert.include(limiter.status(), { localDecisions: 0, undecided: 3 })
      yield* redis.start
      yield* eventually(() => limiter.status().isConnected)
      assert.include(yield* limiter.charge("another", "free", now), { allowed: true })
    }).pipe(Effect.provide(quiet))
  )

  it.live("follows a failover: a replica is promoted, and the old primary only reads", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const [primary, replica] = [yield* ownRedis(), yield* ownRedis()]
      yield* Effect.all([primary.start, replica.start])
      const address = yield* switchable(primary.port)
      const limiter = yield* makeRedisLimiter(addressOf(`redis://127.0.0.1:${address.port}`), { timeoutMillis: 30_000 })
      yield* eventually(() => limiter.status().isConnected)
      for (let made = 1; made <= 60; made++) yield* charged(limiter)
      yield* replica.tell("REPLICAOF", "127.0.0.1", String(primary.port))
      yield* Effect.repeat(replica.tell("INFO", "replication"), {
        until: (told) =>
          String(told).includes("master_link_status:up") && String(told).includes("master_sync_in_progress:0"),
        schedule: pause
      })
      yield* primary.tell("WAIT", "1", "0")
      yield* replica.tell("REPLICAOF", "NO", "ONE")
      yield* primary.tell("REPLICAOF", "127.0.0.1", String(replica.port))
      // The first request learns it from the error, and is counted by the server alone.
      assert.include(yield* charged(limiter), { allowed: true, remaining: 39 })
      yield* eventually(() => !limiter.status().isConnected)
      assert.match(lines.join("\n"), /READONLY/)
      address.use(replica.port)
      yield* eventually(() => limiter.status().isConnected)
      for (let left = 38; left >= 0; left--) assert.include(yield* charged(limiter), { allowed: true, remaining: left })
      assert.include(yield* charged(limiter), { allowed: false })
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live("starts without Redis and shares limits when it appears", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const redis = yield* ownRedis()
      const limiter = yield* makeRedisLimiter(addressOf(redis.url), { timeoutMillis })
      yield* eventually(() => lines.length > 0)
      assert.include(limiter.status(), { isConnected: false })
      assert.include(yield* charged(limiter), { allowed: true, remaining: 99 })
      yield* redis.start
      yield* eventually(() => limiter.status().isConnected)
      assert.include(yield* charged(limiter), { allowed: true, remaining: 98 })
      const other = yield* sharingLimiter(redis.url)
      assert.include(yield* subjectOf(other).peek("key", "free", yield* currentInstant), { remaining: 98 })
      assert.strictEqual(lines.length, 2)
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live("connects when the password becomes valid, and never logs it", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const redis = yield* ownRedis("--requirepass", "other")
      yield* redis.start
      const limiter = yield* makeRedisLimiter(addressOf(`redis://:s3cr%40t@127.0.0.1:${redis.port}/3`), {
        timeoutMillis
      })
      yield* eventually(() => lines.length > 0)
      assert.match(lines[0] ?? "", /: WRONGPASS/)
      assert.isTrue((yield* charged(limiter)).allowed)
      const tell = yield* redisClient(`redis://:other@127.0.0.1:${redis.port}`)
      yield* tell("CONFIG", "SET", "requirepass", "s3cr@t")
      yield* eventually(() => limiter.status().isConnected)
      assert.include(yield* charged(limiter), { remaining: 98 })
      assert.strictEqual(lines.length, 2)
      assert.notInclude(lines.join("\n"), "s3cr")
      assert.include(lines[0] ?? "", `redis://127.0.0.1:${redis.port}/3 is unavailable`)
    }).pipe(Effect.provide(logInto(lines)))
  })

  it.live.each([
    { what: "does not reply", answer: "" },
    { what: "speaks another protocol", answer: "HTTP/1.1 400 Bad Request\r\n\r\n" },
    { what: "replies OK to everything", answer: "+OK\r\n".repeat(20) },
    { what: "hangs up", answer: undefined }
  ])("starts when the server at the address $what", ({ answer }) =>
    Effect.gen(function* () {
      const port = yield* standIn(answer)
      const limiter = yield* makeRedisLimiter(addressOf(`redis://127.0.0.1:${port}`))
      assert.include(limiter.status(), { isConnected: false })
      assert.isTrue((yield* charged(limiter)).allowed)
    }).pipe(Effect.provide(quiet))
  )

  it.live("does not delay the end of the server", () =>
    Effect.gen(function* () {
      const redis = yield* ownRedis()
      yield* redis.start
      yield* Effect.scoped(
        Effect.gen(function* () {
          // Longer than the test may take.
          const limiter = yield* sharingLimiter(redis.url, { timeoutMillis: 3_600_000 })
          yield* redis.signal("SIGSTOP")
          yield* Effect.forkChild(subjectOf(limiter).charge("key", "free", yield* currentInstant))
          yield* Effect.yieldNow
        })
      )
    }).pipe(Effect.provide(quiet))
  )
})
