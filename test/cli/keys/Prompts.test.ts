import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import type * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Terminal from "effect/Terminal"
import * as TestConsole from "effect/testing/TestConsole"
import { keys } from "../../../src/cli/keys/Keys.ts"
import { isActive } from "../../../src/domain/KeyLedger.ts"
import { holder, storeIn, temporaryLedger } from "../../keys/storeIn.ts"

describe("on a terminal, taxonomy keys", () => {
  it.live("asks for what issue lacks", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      yield* onTerminal(["issue", "--keys", path, "--environment", "staging"], ["Acme", "A shop", "10 a day", ""])
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

  it.live("revokes a key that is confirmed, and no other", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      const revoke = ["revoke", event.identifier, "--keys", path, "--reason", "Lost."]
      const active = Effect.map(store.keys, (keys) => [...keys.values()].map(isActive))
      yield* onTerminal(revoke, ["n"])
      assert.deepStrictEqual(yield* active, [true])
      yield* onTerminal(revoke, ["y"])
      assert.deepStrictEqual(yield* active, [false])
    })
  )

  it.live("does not ask where --yes says so", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event } = yield* store.issue(holder)
      yield* onTerminal(["revoke", event.identifier, "--keys", path, "--reason", "Lost.", "--yes"], [])
      assert.isDefined((yield* store.keys).get(event.identifier)?.revoked)
    })
  )
})

/** Runs a command for somebody who types these answers, each followed by the enter key where it is a line. */
const onTerminal = Effect.fnUntraced(function* (args: ReadonlyArray<string>, answers: ReadonlyArray<string>) {
  const typed = yield* Queue.unbounded<Terminal.UserInput, Cause.Done>()
  for (const answer of answers) {
    for (const character of answer) yield* Queue.offer(typed, press(character, character))
    yield* Queue.offer(typed, press("", "return"))
  }
  const terminal = Terminal.make({
    columns: Effect.succeed(80),
    rows: Effect.succeed(24),
    size: Effect.never,
    readInput: Effect.succeed(typed),
    readLine: Effect.never,
    display: () => Effect.void
  })
  yield* Command.runWith(keys, { version: "0.0.0" })(args).pipe(
    Effect.provideService(Terminal.Terminal, terminal),
    Effect.provideService(TerminalCapabilities, { canColor: false, canAnimate: false, canPrompt: true }),
    Effect.provide(Layer.merge(TestConsole.layer, NodeServices.layer))
  )
})

const press = (input: string, name: string): Terminal.UserInput => ({
  input: Option.liftPredicate(input, (text) => text !== ""),
  key: { name, ctrl: false, meta: false, shift: false }
})
