import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { makeUsageRecorder } from "../../../src/usage/UsageRecorder.ts"
import { makeMemoryUsageStore, UsageUnavailable, type UsageStore } from "../../../src/usage/UsageStore.ts"

/** A store that can be away. */
const interruptedStore = Effect.map(makeMemoryUsageStore, (store) => {
  const state = { isAway: false }
  const away = new UsageUnavailable({ location: "a store", reason: "it is away" })
  const add: UsageStore["add"] = (deltas) => (state.isAway ? Effect.fail(away) : store.add(deltas))
  return { state, store: { ...store, add } }
})

describe("makeUsageRecorder", () => {
  it.effect("logs once that usage cannot be written, and once that it can again", () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${String(message)}`))
    return Effect.gen(function* () {
      const { state, store } = yield* interruptedStore
      const { counter, read } = yield* makeUsageRecorder({ store, batchSize: 10 })
      const pass = (seconds: number) => {
        counter.count({ keyPrefix: "nil_AAAAAAAA", unixMillis: 1000, isRefused: false, isNearLimit: false })
        return TestClock.adjust(`${seconds} seconds`)
      }
      yield* pass(15)
      assert.deepStrictEqual(logged, [])
      state.isAway = true
      yield* pass(15)
      const failed =
        "Warn The usage of API keys in a store is unavailable: it is away. It is kept in memory until it can be written"
      assert.deepStrictEqual(logged, [failed])
      state.isAway = false
      yield* pass(15)
      assert.deepStrictEqual(logged, [failed, "Info The usage of API keys can be written again"])
      const { keys } = yield* read(undefined)
      assert.deepStrictEqual(
        keys.map(({ requests }) => requests),
        [3]
      )
    }).pipe(Effect.provide(Logger.layer([logger])))
  })
})
