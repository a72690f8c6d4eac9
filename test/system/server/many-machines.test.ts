import { Agent } from "node:http"
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { patience, pause } from "../../support/Patience.ts"
import { describeWithPostgres, disconnect, ledgerIn } from "../keys/Postgres.ts"
import { until } from "../keys/TestLedger.ts"
import { describeWithRedis } from "../limits/redis.ts"
import { ask, distinct, holder, keyIn, ManyMachines, type Burst } from "./many/ManyMachines.ts"
import type { ServerProcess } from "./many/ServerProcess.ts"
import { nginxProgram } from "./nginx/Nginx.ts"

/** Nobody issued it, though it is well formed. */
const unknownKey = "nil_00000000000000000000000000000000"

/**
 * Exactly as many, unless Redis was slow: local decisions may come on top. `earlierLocal` are those of earlier bursts with
 * the same key, which Redis may not have counted.
 */
const assertAllowed = ({ allowed, decidedAlone }: Burst, expected: number, earlierLocal = 0) => {
  const local = decidedAlone + earlierLocal
  if (local === 0) assert.strictEqual(allowed, expected)
  else assert.isAtMost(allowed, expected + local)
}

/** Waits until a server says whether it shares limits. */
const sharing = ({ metric }: ServerProcess, expected: 0 | 1) =>
  metric("taxonomy_limits_shared").pipe(
    Effect.repeat({ until: (count) => Option.contains(count, expected), schedule: pause }),
    Effect.timeout(patience),
    Effect.orDie
  )

const statusAt = (port: number, key?: string) =>
  Effect.map(Effect.orDie(ask(port, key, { query: distinct(0) })), ({ status }) => status)

/** Asks at twenty connections without a pause for as long as it is not stopped, each time for another of the keys. */
const loadOn = Effect.fnUntraced(function* (port: number, keys: Readonly<Record<string, string | undefined>>) {
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 20 })),
    (agent) => Effect.sync(() => agent.destroy())
  )
  const outcomes = new Map<string, number>()
  const callers = Object.entries(keys)
  let asked = 0
  let stopped = false
  const askOnce = Effect.suspend(() => {
    const [name, key] = callers[asked % callers.length] ?? []
    return ask(port, key, { agent, query: distinct(asked++) }).pipe(
      Effect.match({ onSuccess: ({ status }) => status, onFailure: ({ code }) => code }),
      Effect.map((outcome) => {
        const told = `${name}: ${outcome}`
        outcomes.set(told, (outcomes.get(told) ?? 0) + 1)
      })
    )
  })
  const working = yield* Effect.forkScoped(
    Effect.forEach(Array.from({ length: 20 }), () => Effect.repeat(askOnce, { until: () => stopped }), {
      concurrency: "unbounded",
      discard: true
    })
  )
  const answered = () => [...outcomes.values()].reduce((sum, count) => sum + count, 0)
  return {
    /** Waits until as many more have been answered. */
    more: (count: number) =>
      Effect.suspend(() => {
        const enough = answered() + count
        return until(() => answered() >= enough, patience)
      }),
    /** What came of it, and never mind how often. */
    stop: Effect.suspend(() => {
      stopped = true
      return Effect.as(Fiber.join(working), () => [...outcomes.keys()].sort())
    }).pipe(Effect.map((tell) => tell()))
  }
})

describeWithPostgres("servers with their keys in PostgreSQL", () => {
  describeWithRedis("and their counts in Redis,", () => {
    describe.skipIf(nginxProgram === undefined)("two servers behind nginx", () => {
      // One after the other, for some stop what all of them need.
      layer(ManyMachines.layer, { excludeTestServices: true, concurrent: false })("act as one:", (it) => {
        it.effect("accept a new key", () =>
          Effect.gen(function* () {
            const { bothAnswer, keysCommand } = yield* ManyMachines
            const key = keyIn(yield* keysCommand("issue", ...holder("professional")))
            yield* bothAnswer(key, 200)
          })
        )

        it.effect("refuse a revoked key", () =>
          Effect.gen(function* () {
            const { bothAnswer, front, keysCommand, newKey } = yield* ManyMachines
            const key = yield* newKey("professional")
            yield* keysCommand("revoke", "--reason", "Lost.", "--yes", key.slice(0, 12))
            yield* bothAnswer(key, 403)
            assert.strictEqual(yield* statusAt(front, key), 403)
          })
        )

        it.effect("allow 100 of 200 concurrent requests with a free key", () =>
          Effect.gen(function* () {
            const { burst, front, newKey, servers } = yield* ManyMachines
            // Of a burst in which Redis was slow, only the bound is promised.
            const exact = Effect.gen(function* () {
              const key = yield* newKey("free")
              yield* Effect.forEach(servers, (server) => sharing(server, 1))
              const counts = yield* burst(front, key, 200)
              assert.strictEqual(counts.allowed + counts.refused, 200)
              assertAllowed(counts, 100)
              return { counts, identifier: key.slice(0, 12) }
            }).pipe(Effect.repeat({ until: ({ counts }) => counts.decidedAlone === 0 }))
            const { identifier } = yield* exact
            for (const server of servers) {
              yield* until(() => server.output().includes(`"status":200,`) && server.output().includes(identifier))
            }
          })
        )

        it.effect("fail no request if one is killed under load, and keep all counts", () =>
          Effect.gen(function* () {
            const { bothAnswer, burst, front, newKey, revoke, servers } = yield* ManyMachines
            const [lost, left] = servers
            const [good, revoked, lostLater, usedUp, halfUsed] = yield* Effect.all([
              newKey("enterprise"),
              newKey("enterprise"),
              newKey("enterprise"),
              newKey("free"),
              newKey("free")
            ])
            yield* revoke(revoked)
            yield* bothAnswer(revoked, 403)
            yield* burst(front, usedUp, 200)
            const firstBurst = yield* burst(front, halfUsed, 60)
            assertAllowed(firstBurst, 60)

            const load = yield* loadOn(front, { good, revoked, usedUp, unknown: unknownKey, none: undefined })
            yield* load.more(300)
            yield* lost.kill
            yield* load.more(600)
            assert.deepStrictEqual(yield* load.stop, [
              "good: 200",
              "none: 401",
              "revoked: 403",
              "unknown: 401",
              "usedUp: 429"
            ])
            const secondBurst = yield* burst(front, halfUsed, 100)
            assertAllowed(secondBurst, 40, firstBurst.decidedAlone)
            yield* revoke(lostLater)
            yield* answers(left, lostLater, 403)

            yield* lost.start
            yield* sharing(lost, 1)
            for (const key of [revoked, lostLater]) assert.strictEqual(yield* statusAt(lost.port, key), 403)
            const local = firstBurst.decidedAlone + secondBurst.decidedAlone
            assertAllowed(yield* burst(lost.port, usedUp, 5), 0)
            assertAllowed(yield* burst(lost.port, halfUsed, 5), 0, local)
            yield* joins(front, lost, good)
          })
        )

        it.effect("continue without Redis with a metric, and merge their counts when it is back", () =>
          Effect.gen(function* () {
            const { burst, front, newKey, redis, servers } = yield* ManyMachines
            const key = yield* newKey("free")
            const ports = servers.map(({ port }) => port)
            const tenEach = Effect.forEach(ports, (port) => burst(port, key, 10))
            // Of these, Redis may not have counted all.
            let local = 0
            for (const { allowed, decidedAlone } of yield* tenEach) {
              assert.strictEqual(allowed, 10)
              local += decidedAlone
            }

            yield* redis.kill
            yield* Effect.forEach(servers, (server) => sharing(server, 0))
            for (const { allowed, decidedAlone } of yield* tenEach) {
              assert.deepStrictEqual([allowed, decidedAlone], [10, 10])
            }
            for (const port of ports) assert.strictEqual(yield* statusAt(port), 401)

            yield* redis.start
            yield* Effect.forEach(servers, (server) => sharing(server, 1))
            // Redis has lost its counts. Each server tells what it last knew, ten or twenty, and adds the ten that it counted
            // alone: thirty or forty, by their order. Then it is one count again.
            for (const port of ports) {
              const { allowed, decidedAlone } = yield* burst(port, key, 5)
              assert.strictEqual(allowed, 5)
              local += decidedAlone
            }
            const last = yield* burst(front, key, 100)
            assert.isAtLeast(last.allowed, 50)
            assert.isAtMost(last.allowed, 60 + local + last.decidedAlone)
          })
        )

        it.effect("continue without PostgreSQL with their keys, and catch up when it is back", () =>
          Effect.gen(function* () {
            const { bothAnswer, database, newKey, revoke, servers } = yield* ManyMachines
            const [first, second] = yield* Effect.all([newKey("enterprise"), newKey("enterprise")])
            yield* disconnect(database)
            yield* revoke(first)
            yield* bothAnswer(first, 403)

            const since = servers.map(({ output }) => output().length)
            const bothTell = (text: string) =>
              until(() => servers.every(({ output }, index) => output().slice(since[index]).includes(text)), patience)
            for (const outage of ledgerIn(database).away.slice(0, 1)) {
              yield* outage.begin
              yield* bothTell("last good keys stay in force")
              for (const { port } of servers) {
                const keys = [second, first, unknownKey, undefined]
                assert.deepStrictEqual(yield* Effect.forEach(keys, (key) => statusAt(port, key)), [200, 403, 401, 401])
              }
              yield* outage.end
              yield* bothTell("can be read again")
            }
            yield* revoke(second)
            yield* bothAnswer(second, 403)
          })
        )

        it.effect("accept both keys of a rotation, and no key is in a log or a store", () =>
          Effect.gen(function* () {
            const { allThatIsKept, bothAnswer, front, keysCommand, newKey } = yield* ManyMachines
            const old = yield* newKey("professional")
            const next = keyIn(yield* keysCommand("rotate", old.slice(0, 12)))
            assert.notStrictEqual(next, old)
            for (const key of [next, old]) {
              yield* bothAnswer(key, 200)
              assert.deepStrictEqual([yield* statusAt(front, key), yield* statusAt(front, `${key}x`)], [200, 401])
            }
            const kept = yield* allThatIsKept
            for (const key of [next, old]) {
              assert.include(kept, key.slice(0, 12))
              assert.notInclude(kept, key.slice(12))
            }
          })
        )
      })
    })
  })
})

/** Waits until a server answers a key with this status. */
const answers = Effect.fnUntraced(function* ({ port }: ServerProcess, key: string, status: number) {
  yield* statusAt(port, key).pipe(
    Effect.repeat({ until: (came) => came === status, schedule: pause }),
    Effect.timeout(patience)
  )
})

/** Waits until what nginx is asked reaches a server. */
const joins = Effect.fnUntraced(function* (front: number, { output }: ServerProcess, key: string) {
  const before = output().length
  yield* Effect.repeat(statusAt(front, key), {
    until: () => output().slice(before).includes(key.slice(0, 12)),
    schedule: pause
  }).pipe(Effect.timeout(patience))
})
