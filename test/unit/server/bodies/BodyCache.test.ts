import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { makeBodyCache, type Weighed } from "../../../../src/server/bodies/BodyCache.ts"

const weighing = (byteLength: number) => Effect.sync((): Weighed => ({ byteLength }))

/** A shelf, and one thing that is made when the test says so. */
const makeSlow = Effect.gen(function* () {
  const { shelf } = yield* makeBodyCache(0)
  const { load, peek } = shelf<Weighed, string>()
  const [started, done] = [yield* Deferred.make<void>(), yield* Deferred.make<Weighed, string>()]
  let made = 0
  const make = Effect.suspend(() => {
    made += 1
    return Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(done))
  })
  const begin = Effect.forkChild(load("a", make), { startImmediately: true })
  return { begin, done, load, make, made: () => made, peek: () => peek("a"), started }
})

describe("makeBodyCache", () => {
  it.effect("evicts what was used least recently, on whichever shelf, but never the last one", () =>
    Effect.gen(function* () {
      const { counts, shelf } = yield* makeBodyCache(10)
      const [left, right] = [shelf<Weighed>(), shelf<Weighed>()]
      yield* left.load("a", weighing(4))
      yield* right.load("a", weighing(5))
      left.peek("a")
      yield* left.load("b", weighing(3))
      assert.deepStrictEqual([left.size(), right.size(), counts()], [2, 0, { bytesHeld: 7, evictions: 1 }])
      yield* right.load("c", weighing(100))
      assert.deepStrictEqual([left.size(), right.size(), counts()], [0, 1, { bytesHeld: 100, evictions: 3 }])
      yield* left.load("a", weighing(1))
      assert.deepStrictEqual([left.size(), right.size(), counts()], [1, 0, { bytesHeld: 1, evictions: 4 }])
    })
  )

  const Use = Schema.Struct({ key: Schema.Literals(["a", "b", "c", "d", "e"]), shelf: Schema.Literals([0, 1]) })
  const weights = { a: 1, b: 2, c: 3, d: 5, e: 8 }
  it.effect.prop("holds what was used last as far as it fits", [Schema.Array(Use)], ([uses]) =>
    Effect.gen(function* () {
      const { counts, shelf } = yield* makeBodyCache(10)
      const shelves = [shelf<Weighed>(), shelf<Weighed>()]
      let expected: ReadonlyArray<string> = []
      const weightOf = (names: ReadonlyArray<string>) =>
        names.reduce((sum, [key]) => sum + (new Map<unknown, number>(Object.entries(weights)).get(key) ?? 0), 0)
      for (const { key, shelf } of uses) {
        yield* shelves[shelf]?.load(key, weighing(weights[key])) ?? Effect.void
        expected = [...expected.filter((name) => name !== `${key}${shelf}`), `${key}${shelf}`]
        while (expected.length > 1 && weightOf(expected) > 10) expected = expected.slice(1)
        assert.strictEqual(counts().bytesHeld, weightOf(expected))
        assert.strictEqual(
          shelves.reduce((sum, each) => sum + each.size(), 0),
          expected.length
        )
      }
    })
  )

  it.effect("holds what is pinned whatever the budget", () =>
    Effect.gen(function* () {
      const { counts, shelf } = yield* makeBodyCache(5)
      const { load, peek, pin } = shelf<Weighed>()
      pin(new Set(["a", "b"]))
      for (const key of ["a", "b", "c"]) yield* load(key, weighing(5))
      assert.deepStrictEqual(counts(), { bytesHeld: 15, evictions: 0 })
      pin(new Set(["b", "c"]))
      assert.deepStrictEqual(counts(), { bytesHeld: 15, evictions: 0 })
      pin(new Set(["c"]))
      assert.deepStrictEqual(
        ["a", "b", "c"].map((key) => peek(key) !== undefined),
        [false, true, true]
      )
      assert.deepStrictEqual(counts(), { bytesHeld: 10, evictions: 1 })
    })
  )

  it.effect("makes something once for all who ask, even if the first one leaves", () =>
    Effect.gen(function* () {
      const { begin, done, load, made, make, peek, started } = yield* makeSlow
      const first = yield* begin
      const others = yield* Effect.forkChild(Effect.all([load("a", make), load("a", make)], { concurrency: 2 }))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(done, { byteLength: 1 })
      const [second, third] = yield* Fiber.join(others)
      assert.deepStrictEqual([made(), second === third, peek() === second], [1, true, true])
      assert.strictEqual(yield* load("a", make), second)
      assert.strictEqual(made(), 1)
    })
  )

  it.effect("goes on if everybody who asked has left", () =>
    Effect.gen(function* () {
      const { begin, done, load, made, make, started } = yield* makeSlow
      const only = yield* begin
      yield* Deferred.await(started)
      yield* Fiber.interrupt(only)
      yield* Deferred.succeed(done, { byteLength: 1 })
      yield* load("a", make)
      assert.strictEqual(made(), 1)
    })
  )

  it.effect("tells a failure to all who wait, and tries again for the next", () =>
    Effect.gen(function* () {
      const { begin, done, load, made, make, peek } = yield* makeSlow
      const [first, second] = [yield* begin, yield* begin]
      yield* Deferred.fail(done, "broken")
      const exits = [yield* Fiber.await(first), yield* Fiber.await(second)]
      assert.deepStrictEqual(exits, [Exit.fail("broken"), Exit.fail("broken")])
      assert.deepStrictEqual([made(), peek()], [1, undefined])
      assert.deepStrictEqual(yield* load("a", weighing(1)), { byteLength: 1 })
      assert.strictEqual(yield* Effect.flip(load("b", make)), "broken")
    })
  )

  it.effect("makes few things at a time", () =>
    Effect.gen(function* () {
      const { shelf } = yield* makeBodyCache(0)
      const { load } = shelf<Weighed>()
      let [running, most] = [0, 0]
      const make = Effect.gen(function* () {
        running += 1
        most = Math.max(most, running)
        yield* Effect.yieldNow
        running -= 1
        return { byteLength: 1 }
      })
      yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) => load(key, make), { concurrency: "unbounded" })
      assert.strictEqual(most, 2)
    })
  )
})
