import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
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
})
