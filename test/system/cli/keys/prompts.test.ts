import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { errorExitCode } from "../../../../src/cli/ExitCode.ts"
import { isActive } from "../../../../src/domain/keys/KeyRegistry.ts"
import { holder, storeIn, temporaryLedger } from "../../keys/storeIn.ts"
import { runOnTerminal } from "./runKeys.ts"

describe("on a terminal, taxonomy keys", () => {
  it.live("prompts for missing options of issue", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      yield* runOnTerminal(["issue", "--keys", path, "--environment", "staging"], ["Acme", "A shop", "10 a day", ""])
      const [key] = [...(yield* (yield* storeIn(path)).keys).values()]
      assert.include(key, {
        organization: "Acme",
        use_case: "A shop",
        expected_volume: "10 a day",
        environment: "staging",
        tier: "free"
      })
    })
  )

  it.live("revokes a key only if that is confirmed", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      const revoke = ["revoke", event.identifier, "--keys", path, "--reason", "Lost."]
      const active = Effect.map(store.keys, (keys) => [...keys.values()].map(isActive))
      const declined = yield* Effect.flip(runOnTerminal(revoke, ["n"]))
      assert.strictEqual(errorExitCode(declined), 1)
      assert.deepStrictEqual(yield* active, [true])
      yield* runOnTerminal(revoke, ["y"])
      assert.deepStrictEqual(yield* active, [false])
    })
  )

  it.live("prompts for key and reason of a revocation", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      yield* runOnTerminal(["revoke", "--keys", path], [event.identifier, "Lost.", "y"])
      assert.strictEqual((yield* store.keys).get(event.identifier)?.revoked?.reason, "Lost.")
    })
  )

  it.live("skips the confirmation with --yes", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      yield* runOnTerminal(["revoke", event.identifier, "--keys", path, "--reason", "Lost.", "--yes"], [])
      assert.isDefined((yield* store.keys).get(event.identifier)?.revoked)
    })
  )
})
