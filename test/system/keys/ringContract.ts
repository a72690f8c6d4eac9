import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { generateApiKey } from "../../../src/domain/keys/ApiKey.ts"
import type { TrustPolicy } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { KeyStore } from "../../../src/keys/KeyStore.ts"
import { holder, storeIn } from "./storeIn.ts"
import { until, type MakeLedger } from "./TestLedger.ts"

/** The contract of the key ring, for every backend. */
export const keyRingContract = (makeLedger: MakeLedger): void => {
  it.live("follows the creation of the ledger, an issued key and a revoked key", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const store = yield* storeIn(location)
      const { is, status } = yield* ringOn(location)
      assert.strictEqual(status().noKeysAt, store.ledger.location)
      const first = yield* store.issue(holder)
      yield* is(first.key, "Accepted")
      const second = yield* store.rotate(first.event.identifier)
      yield* is(second.key, "Accepted")
      yield* store.revoke(first.event.identifier, "Rotated.")
      yield* is(first.key, "Revoked")
      yield* is(second.key, "Accepted")
      const { active, noKeysAt } = status()
      assert.deepStrictEqual([active, noKeysAt], [1, undefined])
    })
  )

  it.live("keeps the last good keys during an outage, reports it once, and recovers", () =>
    Effect.gen(function* () {
      const { away, location } = yield* makeLedger
      const store = yield* storeIn(location)
      const { key } = yield* store.issue(holder)
      const { event, key: lost } = yield* store.issue(holder)
      yield* store.revoke(event.identifier, "Lost.")
      const { is, logged, morePolls, status } = yield* ringOn(location)
      assert.isUndefined(status().reason)
      for (const [index, { begin, end }] of away.entries()) {
        yield* begin
        yield* until(() => logged.length === 2 * index + 1)
        yield* morePolls(3)
        assert.lengthOf(logged, 2 * index + 1, logged.join("; "))
        yield* is(key, "Accepted")
        yield* is(lost, "Revoked")
        assert.isString(status().reason)
        const { ageMillis } = status()
        yield* morePolls(1)
        assert.isAbove(status().ageMillis, ageMillis)
        const longest = status().ageMillis
        yield* end
        yield* until(() => logged.length === 2 * index + 2)
        assert.isUndefined(status().reason)
        yield* until(() => status().ageMillis < longest)
        const { event, key: next } = yield* store.issue(holder)
        yield* is(next, "Accepted")
        yield* store.revoke(event.identifier, "Lost.")
        yield* is(next, "Revoked")
      }
    })
  )

  it.live("keeps the last good keys while the ledger is invalid, altered, truncated or another one", () =>
    Effect.gen(function* () {
      const { lines, location, write } = yield* makeLedger
      const store = yield* storeIn(location)
      const { event, key } = yield* store.issue(holder)
      yield* store.revoke(event.identifier, "Lost.")
      const { key: kept } = yield* store.issue(holder)
      const sound = yield* lines
      const other = yield* makeLedger
      const { key: foreign } = yield* (yield* storeIn(other.location)).issue(holder)
      yield* (yield* storeIn(other.location)).issue(holder)
      yield* (yield* storeIn(other.location)).issue(holder)
      const rewritten = yield* other.lines

      const { is, logged, morePolls, tagOf } = yield* ringOn(location)
      const altered = [
        sound.slice(0, 1),
        sound.toSpliced(1, 1),
        sound.map((line) => line.replace("professional", "enterprise")),
        ["garbage"],
        rewritten.slice(0, 1),
        rewritten
      ]
      for (const [index, lines] of altered.entries()) {
        yield* write(lines)
        yield* until(() => logged.length === 2 * index + 1)
        yield* morePolls(2)
        assert.lengthOf(logged, 2 * index + 1, logged.join("; "))
        assert.match(logged.at(-1) ?? "", /last good keys stay in force: .* cannot be used \(ledger\//)
        yield* is(key, "Revoked")
        yield* is(kept, "Accepted")
        assert.strictEqual(tagOf(foreign), "Invalid")
        yield* write(sound)
        yield* until(() => logged.length === 2 * index + 2)
      }
      const { key: next } = yield* store.issue(holder)
      yield* is(next, "Accepted")
    })
  )

  it.live("does not depend on the time of day", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      yield* (yield* storeIn(location)).issue(holder)
      const clock = yield* Clock.Clock
      let ahead = 0
      const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() + ahead
      const adjustable: Clock.Clock = Object.assign(Object.create(clock), { currentTimeMillisUnsafe })
      const { status } = yield* Effect.provideService(ringOn(location), Clock.Clock, adjustable)
      ahead = Duration.toMillis("1 hour")
      assert.isBelow(status().ageMillis, Duration.toMillis("1 minute"))
    })
  )

  it.live("does not start on a broken ledger", () =>
    Effect.gen(function* () {
      const { location, write } = yield* makeLedger
      yield* (yield* storeIn(location)).issue(holder)
      yield* write(["not an event"])
      assert.strictEqual((yield* Effect.flip(ringOn(location)))._tag, "KeyLedgerBroken")
    })
  )

  it.live("accepts an ephemeral key and never writes it", () =>
    Effect.gen(function* () {
      const { dump, location } = yield* makeLedger
      const key = Redacted.make(generateApiKey((count) => new Uint8Array(count).fill(7)))
      const { is, status } = yield* ringOn(location, [{ key, tier: "enterprise" }])
      assert.isUndefined(status().noKeysAt)
      yield* is(key, "Accepted")
      const { key: issued } = yield* (yield* storeIn(location)).issue(holder)
      yield* is(issued, "Accepted")
      yield* is(key, "Accepted")
      assert.notInclude(yield* dump, Redacted.value(key).slice(4))
    })
  )

  it.live("never logs a key, not even one inside a damaged ledger", () =>
    Effect.gen(function* () {
      const { location, write } = yield* makeLedger
      const { key } = yield* (yield* storeIn(location)).issue(holder)
      const { is, logged } = yield* ringOn(location)
      yield* is(key, "Accepted")
      yield* write([Redacted.value(key)])
      yield* until(() => logged.length === 1)
      assert.notInclude(logged.join("\n"), Redacted.value(key).slice(12))
    })
  )
}

interface RingOptions {
  readonly pollInterval?: Duration.Input
  readonly trust?: TrustPolicy
}

/** A key ring that follows a ledger as in a server, and its log. */
export const ringOn = Effect.fnUntraced(function* (
  location: string,
  ephemeralKeys: NonNullable<Parameters<typeof KeyRing.layer>[0]>["ephemeralKeys"] = [],
  { pollInterval = Duration.millis(20), trust }: RingOptions = {}
) {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    logged.push([message].flat().map(String).join(" "))
  })
  let polls = 0
  const store = yield* storeIn(location)
  const counted = (revision: typeof store.ledger.revision) =>
    Effect.ensuring(
      revision,
      Effect.sync(() => polls++)
    )
  const ledger = {
    ...store.ledger,
    revision: counted(store.ledger.revision),
    signedRevision: counted(store.ledger.signedRevision)
  }
  const layer = KeyRing.layer({ ephemeralKeys, pollInterval, trust }).pipe(
    Layer.provide(Layer.succeed(KeyStore, { ...store, ledger })),
    Layer.provide(Logger.layer([logger]))
  )
  const ring = Context.get(yield* Layer.build(layer), KeyRing)
  const tagOf = (key: Redacted.Redacted) => ring.authenticate(`Bearer ${Redacted.value(key)}`)._tag
  return {
    logged,
    tagOf,
    status: ring.status,
    /** Waits until a key is accepted or revoked. */
    is: (key: Redacted.Redacted, tag: "Accepted" | "Revoked") => until(() => tagOf(key) === tag),
    /** Waits for further polls of the ledger. */
    morePolls: (count: number) =>
      Effect.suspend(() => {
        const before = polls
        return until(() => polls > before + count)
      })
  }
})
