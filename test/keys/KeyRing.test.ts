import { readFile, rename, writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { drawKey } from "../../src/domain/Key.ts"
import { KeyRing } from "../../src/keys/KeyRing.ts"
import { KeyStore } from "../../src/keys/KeyStore.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"

describe("the key ring", () => {
  it.live("sees the ledger made, a key issued and a key revoked, each within a second", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { is } = yield* ringOn(path)
      const first = yield* store.issue(holder)
      yield* is(first.key, "Accepted")
      const second = yield* store.rotate(first.event.identifier)
      yield* is(second.key, "Accepted")
      yield* store.revoke(first.event.identifier, "Rotated.")
      yield* is(first.key, "Revoked")
      yield* is(second.key, "Accepted")
    })
  )

  it.live("keeps the last good keys while the ledger is broken, says so once, and recovers", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event, key } = yield* store.issue(holder)
      const { is, logged, looks } = yield* ringOn(path)
      const sound = yield* Effect.promise(() => readFile(path, "utf8"))
      yield* Effect.promise(() => writeFile(path, sound.slice(0, -5)))
      yield* until(() => logged.length === 1)
      yield* Effect.promise(() => writeFile(path, sound.slice(0, -6)))
      const before = looks()
      yield* until(() => looks() > before + 2)
      assert.strictEqual(logged.length, 1)
      assert.include(logged[0], "ledger/torn")
      yield* is(key, "Accepted")
      yield* Effect.promise(() => writeFile(path, sound))
      yield* store.revoke(event.identifier, "Lost.")
      yield* is(key, "Revoked")
      yield* until(() => logged.length === 2)
    })
  )

  it.live("keeps the last good keys while the ledger is not there", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { key } = yield* store.issue(holder)
      const { is, logged } = yield* ringOn(path)
      yield* Effect.promise(() => rename(path, `${path}.away`))
      yield* until(() => logged.length === 1)
      yield* is(key, "Accepted")
      yield* Effect.promise(() => rename(`${path}.away`, path))
      yield* until(() => logged.length === 2)
      yield* is(key, "Accepted")
    })
  )

  it.live("keeps the last good keys while the ledger is empty, cut short or another one, and says so once", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const store = yield* storeIn(path)
      const { event, key } = yield* store.issue(holder)
      const short = yield* Effect.promise(() => readFile(path, "utf8"))
      yield* store.revoke(event.identifier, "Lost.")
      const { key: other } = yield* store.issue(holder)
      const sound = yield* Effect.promise(() => readFile(path, "utf8"))
      yield* (yield* storeIn(`${path}.other`)).issue(holder)
      const foreign = yield* Effect.promise(() => readFile(`${path}.other`, "utf8"))
      yield* (yield* storeIn(`${path}.other`)).issue(holder)
      yield* (yield* storeIn(`${path}.other`)).issue(holder)
      const rewritten = yield* Effect.promise(() => readFile(`${path}.other`, "utf8"))

      const { is, logged, looks } = yield* ringOn(path)
      for (const [index, text] of ["", short, foreign, rewritten].entries()) {
        // In one step: on its way to another text, a file is empty for a moment.
        yield* Effect.promise(() => writeFile(`${path}.new`, text).then(() => rename(`${path}.new`, path)))
        yield* until(() => logged.length === 2 * index + 1)
        const before = looks()
        yield* until(() => looks() > before + 2)
        assert.lengthOf(logged, 2 * index + 1)
        assert.include(logged.at(-1), text === rewritten ? "ledger/broken-chain" : "ledger/torn")
        yield* is(key, "Revoked")
        yield* is(other, "Accepted")
        yield* Effect.promise(() => writeFile(path, sound))
        yield* until(() => logged.length === 2 * index + 2)
      }
      const { key: next } = yield* store.issue(holder)
      yield* is(next, "Accepted")
    })
  )

  it.live("does not start on a ledger that is broken", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      yield* (yield* storeIn(path)).issue(holder)
      for (const text of ["not a ledger\n", ""]) {
        yield* Effect.promise(() => writeFile(path, text))
        const error = yield* Effect.flip(ringOn(path))
        assert.strictEqual(error._tag, "KeyLedgerBroken")
      }
    })
  )

  it.live("accepts a key for development that is in no ledger, and never writes it", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const key = Redacted.make(drawKey((count) => new Uint8Array(count).fill(7)))
      const { is } = yield* ringOn(path, [{ key, tier: "enterprise", organization: "Development" }])
      yield* is(key, "Accepted")
      const { key: issued } = yield* (yield* storeIn(path)).issue(holder)
      yield* is(issued, "Accepted")
      yield* is(key, "Accepted")
      assert.notInclude(yield* Effect.promise(() => readFile(path, "utf8")), Redacted.value(key).slice(4))
    })
  )

  it.live("never logs a key", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const { key } = yield* (yield* storeIn(path)).issue(holder)
      const { is, logged } = yield* ringOn(path)
      yield* is(key, "Accepted")
      yield* Effect.promise(() => writeFile(path, `${Redacted.value(key)}\n`))
      yield* until(() => logged.length === 1)
      assert.notInclude(logged.join("\n"), Redacted.value(key).slice(12))
    })
  )
})

/** A ring that follows a ledger as a server's does, with what it logs. */
const ringOn = Effect.fnUntraced(function* (
  path: string,
  extraKeys: NonNullable<Parameters<typeof KeyRing.layer>[0]>["extraKeys"] = []
) {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    logged.push([message].flat().map(String).join(" "))
  })
  let looks = 0
  const store = yield* storeIn(path)
  const watched = KeyStore.of({ ...store, revision: Effect.tap(store.revision, () => Effect.sync(() => looks++)) })
  const layer = KeyRing.layer({ extraKeys, pollEvery: Duration.millis(20) }).pipe(
    Layer.provide(Layer.succeed(KeyStore, watched)),
    Layer.provide(Logger.layer([logger]))
  )
  const ring = Context.get(yield* Layer.build(layer), KeyRing)
  const is = (key: Redacted.Redacted, tag: "Accepted" | "Revoked") =>
    until(() => ring.authenticate(`Bearer ${Redacted.value(key)}`)._tag === tag)
  return { is, logged, looks: () => looks }
})

/** Waits for a condition, for no more than a second. */
const until = (condition: () => boolean) =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry({ schedule: Schedule.spaced(Duration.millis(5)) }),
    Effect.timeout(Duration.seconds(1))
  )
