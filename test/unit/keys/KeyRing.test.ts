import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { ChainBroken } from "../../../src/domain/ledger/HashChain.ts"
import { emptyKeyLedger, encodeKeyEvents, parseKeyLedger, type KeyLedger } from "../../../src/keys/KeyLedgerCodec.ts"
import { KeyLedgerBroken, KeyLedgerUnavailable } from "../../../src/keys/KeyLedgerError.ts"
import { KeyLedgerStore } from "../../../src/keys/KeyLedgerStore.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { KeyStore } from "../../../src/keys/KeyStore.ts"
import { holder } from "../../support/arbitrary/keyStories.ts"

describe("KeyRing", () => {
  it.effect("accepts a new key and rejects a revoked one within 250 ms", () =>
    Effect.gen(function* () {
      const { ring, store } = yield* runningRing
      const { event, key } = yield* store.issue(holder)
      const outcome = () => ring.authenticate(`Bearer ${Redacted.value(key)}`)._tag
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(outcome(), "Accepted")
      yield* store.revoke(event.identifier, "Lost.")
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(outcome(), "Revoked")
    })
  )

  it.effect("applies a change at once if the backend announces it", () =>
    Effect.gen(function* () {
      const { changes, ring, store } = yield* runningRing
      const { key } = yield* store.issue(holder)
      yield* Queue.offer(changes, undefined)
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      assert.strictEqual(ring.authenticate(`Bearer ${Redacted.value(key)}`)._tag, "Accepted")
    })
  )

  it.effect("reports a backend that gives neither a value nor an error for five seconds", () =>
    Effect.gen(function* () {
      const { ledger, ring } = yield* runningRing
      yield* TestClock.adjust("250 millis")
      ledger.hangs = true
      yield* TestClock.adjust("5250 millis")
      assert.isUndefined(ring.status().reason)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(ring.status().reason, "The key ledger memory does not respond")
      assert.strictEqual(ring.status().ageMillis, 5251)
    })
  )

  it.effect.each([
    ["tries again at each poll while the ledger cannot be read", unavailable, 5],
    ["reads a broken ledger once, until it changes", broken, 1]
  ] as const)("%s, and keeps its keys", ([, failure, reads]) =>
    Effect.gen(function* () {
      const { ledger, ring, store } = yield* runningRing
      const [kept, later] = [yield* store.issue(holder), yield* Effect.andThen(poll, store.issue(holder))]
      const outcomes = () => [kept, later].map(({ key }) => ring.authenticate(`Bearer ${Redacted.value(key)}`)._tag)
      ledger.failure = failure
      ledger.reads = 0
      yield* Effect.repeat(poll, { times: 4 })
      assert.deepStrictEqual([ledger.reads, ring.status().reason], [reads, failure.message])
      assert.deepStrictEqual(outcomes(), ["Accepted", "Invalid"])
      ledger.failure = undefined
      yield* store.issue(holder)
      yield* poll
      assert.deepStrictEqual([outcomes(), ring.status().reason], [["Accepted", "Accepted"], undefined])
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.effect("says that there is no key until the first one is issued, and none after that", () =>
    Effect.gen(function* () {
      const { ledger, ring, store } = yield* runningRing
      assert.deepStrictEqual([ring.status().noKeysAt, ring.status().ledgerHash], ["memory", emptyKeyLedger.head.hash])
      const { event } = yield* store.issue(holder)
      yield* poll
      assert.deepStrictEqual([ring.status().noKeysAt, ring.status().active], [undefined, 1])
      yield* store.revoke(event.identifier, "Lost.")
      yield* poll
      assert.deepStrictEqual([ring.status().noKeysAt, ring.status().active], [undefined, 0])
      const { head } = Result.getOrThrow(parseKeyLedger(ledger.bytes, emptyKeyLedger))
      assert.strictEqual(ring.status().ledgerHash, head.hash)
    })
  )
})

const poll = TestClock.adjust("250 millis")

const unavailable = new KeyLedgerUnavailable({ location: "memory", reason: "a test" })
const broken = new KeyLedgerBroken({
  location: "memory",
  cause: new ChainBroken({ line: 1, problem: { _tag: "NotUtf8" } })
})

/** A key ring on a ledger in memory. */
const runningRing = Effect.gen(function* () {
  const changes = yield* Queue.unbounded<void>()
  const ledger = {
    bytes: new Uint8Array(),
    hangs: false,
    reads: 0,
    failure: undefined as typeof unavailable | typeof broken | undefined
  }
  const current = (known = emptyKeyLedger) => Effect.orDie(Effect.fromResult(parseKeyLedger(ledger.bytes, known)))
  const read = (known: KeyLedger) =>
    Effect.suspend(() => {
      ledger.reads++
      return ledger.failure === undefined ? current(known) : Effect.fail(ledger.failure)
    })
  const revision = Effect.suspend(() =>
    ledger.hangs ? Effect.never : Effect.succeed(ledger.bytes.length === 0 ? undefined : String(ledger.bytes.length))
  )
  const unsupported = () => Effect.die("a ledger in memory is not signed")
  const layer = Layer.succeed(KeyLedgerStore, {
    location: "memory",
    read,
    readSubject: () => Effect.undefined,
    revision,
    readSigned: unsupported,
    signedRevision: revision,
    writeCheckpoint: unsupported,
    fill: unsupported,
    changes: Stream.fromQueue(changes),
    pollInterval: Duration.millis(250),
    transact: (known, decide) =>
      Effect.gen(function* () {
        const present = yield* current(known)
        const decision = yield* Effect.fromResult(decide(present.state))
        const lines = encodeKeyEvents(present, decision.events).map((line) => `${line}\n`)
        ledger.bytes = Buffer.concat([ledger.bytes, ...lines.map((line) => Buffer.from(line))])
        return decision
      })
  })
  const services = yield* Layer.build(KeyRing.layer().pipe(Layer.provideMerge(KeyStore.layer()), Layer.provide(layer)))
  return { changes, ledger, ring: Context.get(services, KeyRing), store: Context.get(services, KeyStore) }
})
