import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fileDeliveries, unsettledMillis } from "../../../src/notify/DeliveryStore.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const makeStore = Effect.gen(function* () {
  const file = join(yield* Effect.promise(() => temporaryFolder()), "hooks.ndjson.deliveries")
  const store = yield* fileDeliveries(file)
  yield* store.enroll([
    { hook: "hook_a", place: 0 },
    { hook: "hook_b", place: 0 }
  ])
  const claim = (now: number, limit = 2) =>
    Effect.map(store.claim({ head: 8, now, limit, failing: true }), (claims) => claims.map(({ hook }) => hook))
  return { ...store, claim, file }
})

/** Runs something while no statement of a store works. */
const withoutTable = <A, E>(file: string, use: Effect.Effect<A, E>) => {
  const rename = (from: string, to: string) =>
    Effect.sync(() => {
      const database = new DatabaseSync(file)
      database.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
      database.close()
    })
  return Effect.acquireUseRelease(
    rename("deliveries", "away"),
    () => use,
    () => rename("away", "deliveries")
  )
}

describe("fileDeliveries", () => {
  it.effect("gives each subscription to one claim until it is settled", () =>
    Effect.gen(function* () {
      const { claim, settle, states } = yield* makeStore
      assert.deepStrictEqual(yield* claim(0, 1), ["hook_a"])
      assert.deepStrictEqual(yield* claim(0), ["hook_b"])
      assert.deepStrictEqual(yield* claim(0), [])
      const [first] = yield* states
      assert.isDefined(first)
      yield* settle({ ...first, place: 4 })
      assert.deepStrictEqual(yield* claim(0), ["hook_a"])
    }).pipe(Effect.scoped)
  )

  it.effect("gives a subscription again later, but not at once, if its state could not be stored", () =>
    Effect.gen(function* () {
      const { claim, file, settle, states } = yield* makeStore
      const [first] = yield* states
      assert.isDefined(first)
      assert.deepStrictEqual(yield* claim(0, 1), ["hook_a"])
      const error = yield* Effect.flip(withoutTable(file, settle({ ...first, place: 4 })))
      assert.include(error.message, file)
      assert.deepStrictEqual(yield* claim(unsettledMillis - 1), ["hook_b"])
      assert.deepStrictEqual(yield* claim(unsettledMillis), ["hook_a"])
      assert.strictEqual((yield* states)[0]?.place, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("enrolls after it could not", () =>
    Effect.gen(function* () {
      const { claim, enroll, file } = yield* makeStore
      yield* Effect.flip(withoutTable(file, enroll([{ hook: "hook_b", place: 0 }])))
      yield* enroll([{ hook: "hook_b", place: 0 }])
      assert.deepStrictEqual(yield* claim(0), ["hook_b"])
    }).pipe(Effect.scoped)
  )
})
