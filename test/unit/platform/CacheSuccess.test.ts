import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { cacheSuccess } from "../../../src/platform/CacheSuccess.ts"

describe("cacheSuccess", () => {
  it.effect.each([
    ["failures", Effect.fail("no file descriptors")],
    ["defects", Effect.die("no memory")]
  ] as const)("runs again after %s, and once after it succeeded", ([, failure]) =>
    Effect.gen(function* () {
      let runs = 0
      const cached = yield* cacheSuccess(
        Effect.suspend((): Effect.Effect<number, string> => {
          runs += 1
          return runs === 1 ? failure : Effect.succeed(runs)
        })
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(cached)))
      assert.deepStrictEqual([yield* cached, yield* cached, runs], [2, 2, 2])
    })
  )

  it.effect("goes on if everyone who asked leaves, and runs once for those who ask later", () =>
    Effect.gen(function* () {
      let runs = 0
      const begun = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const cached = yield* cacheSuccess(
        Effect.gen(function* () {
          runs += 1
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(end)
          return "made"
        })
      )
      const caller = yield* Effect.forkChild(cached)
      yield* Deferred.await(begun)
      const leaving = yield* Effect.forkChild(Fiber.interrupt(caller))
      yield* Effect.yieldNow
      const later = yield* Effect.forkChild(cached)
      yield* Deferred.succeed(end, undefined)
      assert.deepStrictEqual([yield* Fiber.join(later), yield* cached, runs], ["made", "made", 1])
      yield* Fiber.join(leaving)
    })
  )
})
