import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { currentInstant, toInstant } from "../../../src/limits/Limiter.ts"

describe("Instant", () => {
  it.effect("advances by the milliseconds that pass, by both clocks", () =>
    Effect.gen(function* () {
      const before = yield* currentInstant
      yield* TestClock.adjust("400 days")
      const { monotonicMillis, unixMillis } = yield* currentInstant
      const passed = 400 * 86_400_000
      assert.deepStrictEqual(
        [unixMillis - before.unixMillis, monotonicMillis - before.monotonicMillis],
        [passed, passed]
      )
    })
  )

  it.effect("keeps the fractions of a millisecond that the monotonic clock has", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(toInstant(yield* Clock.Clock, 1_250_000n), { unixMillis: 0, monotonicMillis: 1.25 })
    })
  )
})
