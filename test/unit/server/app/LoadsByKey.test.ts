import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeLoadsByKey } from "../../../../src/server/app/LoadsByKey.ts"

describe("makeLoadsByKey", () => {
  it.effect("loads one thing at a time for each key, and lets an interrupted request go", () =>
    Effect.gen(function* () {
      const loads = yield* makeLoadsByKey
      const gate = yield* Deferred.make<void>()
      const started: Array<string> = []
      const load = (name: string) =>
        Effect.andThen(
          Effect.sync(() => started.push(name)),
          Deferred.await(gate)
        )
      const first = yield* Effect.forkChild(loads("a", load("a 1")))
      const left = yield* Effect.forkChild(loads("a", load("a 2")))
      const second = yield* Effect.forkChild(loads("a", load("a 3")))
      const other = yield* Effect.forkChild(loads("b", load("b 1")))
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      assert.sameMembers(started, ["a 1", "b 1"])
      yield* Fiber.interrupt(left)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([first, second, other])
      assert.deepStrictEqual(started.toSorted(), ["a 1", "a 3", "b 1"])
    })
  )
})
