import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { emptyKeyLedger } from "../../../src/keys/KeyLedgerCodec.ts"
import { signPresentLedger, type SignOptions } from "../../../src/keys/log/SignKeyLedger.ts"
import { verifySignedLedger } from "../../../src/keys/log/VerifyKeyLedger.ts"
import type { SigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"
import { checkpointOf, forgeKey, makeSigner } from "./forgery.ts"
import { ringOn } from "./ringContract.ts"
import { holder, storeIn } from "./storeIn.ts"
import { fileLedger, until, type MakeLedger } from "./TestLedger.ts"

/** The contract of signed key ledgers, for every backend. */
export const signedLedgerContract = (makeLedger: MakeLedger): void => {
  it.live("signs every event in the step that appends it", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const { signingKeys, trust, verifier } = yield* signer()
      const store = yield* storeIn(location, undefined, signingKeys)
      const { event } = yield* store.issue(holder)
      yield* store.rotate(event.identifier)
      yield* store.revoke(event.identifier, "Rotated.")
      const signed = yield* store.ledger.readSigned(emptyKeyLedger)
      const verified = yield* verifySignedLedger(location, signed, trust)
      assert.strictEqual(verified.size, 3)
      assert.deepStrictEqual(verified.signers, [{ name: verifier.name, id: verifier.id }])
    })
  )

  it.live("does not sign without a key, and needs none", () =>
    Effect.gen(function* () {
      const { checkpoint, location } = yield* makeLedger
      const store = yield* storeIn(location)
      yield* store.issue(holder)
      yield* store.issue(holder)
      assert.isUndefined((yield* store.ledger.readSigned(emptyKeyLedger)).checkpoint)
      assert.isUndefined(yield* checkpoint)
    })
  )

  it.live("refuses a change of a signed ledger without the key that signed it, and writes nothing", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location } = yield* makeLedger
      const { signingKeys } = yield* signer()
      const { event } = yield* (yield* storeIn(location, undefined, signingKeys)).issue(holder)
      const before = [yield* lines, yield* checkpoint]
      const cases = [
        ["KeyMissing", undefined],
        ["OtherOrigin", (yield* signer("example.com/other")).signingKeys],
        ["OtherKey", (yield* signer()).signingKeys]
      ] as const
      for (const [refusal, keys] of cases) {
        const store = yield* storeIn(location, undefined, keys)
        assert.strictEqual(yield* refusalOf(store.issue(holder)), refusal)
        assert.strictEqual(yield* refusalOf(store.rotate(event.identifier)), refusal)
        assert.strictEqual(yield* refusalOf(store.revoke(event.identifier, "Lost.")), refusal)
      }
      assert.deepStrictEqual([yield* lines, yield* checkpoint], before)
    })
  )

  it.live("does not sign what somebody has appended, also if the checkpoint was removed", () =>
    Effect.gen(function* () {
      const { lines, location, write, writeCheckpoint } = yield* makeLedger
      const { signingKeys } = yield* signer()
      const store = yield* storeIn(location, undefined, signingKeys)
      yield* store.issue(holder)
      const forged = forgeKey(yield* lines).lines
      yield* write(forged)
      assert.strictEqual(yield* refusalOf(store.issue(holder)), "EventsUnsigned")
      assert.strictEqual(yield* refusalOf(signAgain(store, signingKeys)), "EventsUnsigned")
      yield* writeCheckpoint(undefined)
      assert.strictEqual(yield* refusalOf(store.issue(holder)), "EventsUnsigned")
      assert.deepStrictEqual(yield* lines, forged)
    })
  )

  it.live("is signed on after its keys were rotated, replaced, or its events accepted", () =>
    Effect.gen(function* () {
      const { lines, location, write } = yield* makeLedger
      const [old, next, spare] = [yield* signer(), yield* signer(), yield* signer()]
      const both: SigningKeys = { ...old.signingKeys, keys: [old.signingKeys.keys[0], next.signingKeys.keys[0]] }
      const first = yield* storeIn(location, undefined, old.signingKeys)
      const { event } = yield* first.issue(holder)

      // Rotated: both sign, and then the new key alone is enough.
      yield* signAgain(first, both)
      for (const { trust } of [old, next]) {
        yield* verifySignedLedger(location, yield* first.ledger.readSigned(emptyKeyLedger), trust)
      }
      const second = yield* storeIn(location, undefined, next.signingKeys)
      yield* second.issue(holder)

      // Lost: a revocation is possible as soon as another key has replaced it.
      const third = yield* storeIn(location, undefined, spare.signingKeys)
      assert.strictEqual(yield* refusalOf(third.revoke(event.identifier, "Lost.")), "OtherKey")
      assert.strictEqual(yield* refusalOf(signAgain(third, spare.signingKeys)), "OtherKey")
      yield* signAgain(third, spare.signingKeys, { isKeyReplaced: true })
      yield* third.revoke(event.identifier, "Lost.")
      const signed = yield* third.ledger.readSigned(emptyKeyLedger)
      yield* verifySignedLedger(location, signed, spare.trust)
      const untrusted = yield* Effect.flip(verifySignedLedger(location, signed, next.trust))
      assert.strictEqual(untrusted._tag === "KeyCheckpointRejected" && untrusted.cause.problem._tag, "UntrustedSigner")

      yield* write(forgeKey(yield* lines).lines)
      yield* signAgain(third, spare.signingKeys, { acceptsUnsigned: true })
      yield* third.issue(holder)
      yield* verifySignedLedger(location, yield* third.ledger.readSigned(emptyKeyLedger), spare.trust)
    })
  )

  it.live("refuses a checkpoint that does not fit", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location, write, writeCheckpoint } = yield* makeLedger
      const { signingKeys } = yield* signer()
      const store = yield* storeIn(location, undefined, signingKeys)
      yield* store.issue(holder)
      yield* store.issue(holder)
      const [one = "", two = ""] = yield* lines
      const sound = yield* checkpoint
      const cases = [
        ["LogTruncated", [one], sound],
        ["LogForked", forgeKey([one], 1).lines, sound],
        ["LogRewritten", forgeKey([one], 2).lines, sound],
        ["NotANote", [one, two], "garbage"]
      ] as const
      for (const [problem, altered, source] of cases) {
        yield* write(altered)
        yield* writeCheckpoint(source)
        for (const error of [
          yield* Effect.flip(store.ledger.readSigned(emptyKeyLedger)),
          yield* Effect.flip(store.issue(holder))
        ]) {
          assert.strictEqual(error._tag === "KeyCheckpointRejected" ? error.cause.problem._tag : error._tag, problem)
        }
      }
    })
  )

  it.live("moves to another backend with its checkpoint, into an empty ledger only", () =>
    Effect.gen(function* () {
      const from = yield* makeLedger
      const { signingKeys, trust } = yield* signer()
      const source = yield* storeIn(from.location, undefined, signingKeys)
      const { event } = yield* source.issue(holder)
      yield* source.revoke(event.identifier, 'Lost \\ "quoted".')
      const copy = yield* source.ledger.readSigned(emptyKeyLedger)
      for (const make of [makeLedger, fileLedger]) {
        const to = yield* make
        const target = yield* storeIn(to.location, undefined, signingKeys)
        yield* target.ledger.fill(copy)
        assert.deepStrictEqual(yield* to.lines, yield* from.lines)
        assert.strictEqual(yield* to.checkpoint, yield* from.checkpoint)
        yield* target.issue(holder)
        yield* verifySignedLedger(to.location, yield* target.ledger.readSigned(emptyKeyLedger), trust)
        assert.strictEqual((yield* Effect.flip(target.ledger.fill(copy)))._tag, "KeyLedgerNotEmpty")
      }
    })
  )

  it.live("a server that trusts a key follows what is signed, and is never alarmed by it", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const { signingKeys, trust } = yield* signer()
      yield* (yield* storeIn(location, undefined, signingKeys)).issue(holder)
      const ring = yield* ringOn(location, [], { trust, pollInterval: "1 millis" })
      const stores = yield* Effect.all(Array.from({ length: 2 }, () => storeIn(location, undefined, signingKeys)))
      yield* Effect.forEach(
        stores,
        (store) =>
          Effect.gen(function* () {
            for (let count = 0; count < 5; count++) {
              const { event, key } = yield* store.issue(holder)
              yield* ring.is(key, "Accepted")
              yield* store.revoke(event.identifier, "Lost.")
              yield* ring.is(key, "Revoked")
            }
          }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([ring.logged, ring.status().reason], [[], undefined])
    })
  )

  it.live("a server that trusts a key keeps the last good keys while others have written the ledger", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location, write, writeCheckpoint } = yield* makeLedger
      const [{ signingKeys, trust }, other] = [yield* signer(), yield* signer()]
      const store = yield* storeIn(location, undefined, signingKeys)
      const { event, key: lost } = yield* store.issue(holder)
      const { key: kept } = yield* store.issue(holder)
      const [older, olderCheckpoint] = [yield* lines, yield* checkpoint]
      yield* store.revoke(event.identifier, "Lost.")
      const [sound, soundCheckpoint] = [yield* lines, yield* checkpoint]
      const { key: forged, lines: appended } = forgeKey(sound)
      const rewritten = forgeKey([]).lines

      const ring = yield* ringOn(location, [], { trust })
      const attacks = [
        [appended, soundCheckpoint, /event 4 is not signed/],
        [appended, undefined, /is not signed/],
        [appended, checkpointOf(appended, other.signingKeys), /has the name of a trusted key/],
        [sound, undefined, /is not signed/],
        [older, olderCheckpoint, /is missing now/],
        [rewritten, checkpointOf(rewritten, other.signingKeys), /is missing now/]
      ] as const
      for (const [index, [altered, source, message]] of attacks.entries()) {
        // Neither order of the two writes shows the server a state that it accepts.
        yield* writeCheckpoint(source)
        yield* write(altered)
        yield* until(() => message.test(ring.status().reason ?? ""))
        assert.deepStrictEqual(
          [ring.tagOf(lost), ring.tagOf(kept), ring.tagOf(forged)],
          ["Revoked", "Accepted", "Invalid"]
        )
        yield* writeCheckpoint(soundCheckpoint)
        yield* write(sound)
        yield* until(() => ring.status().reason === undefined)
        assert.isAtLeast(ring.logged.length, 2 * (index + 1))
      }
      const { key: next } = yield* store.issue(holder)
      yield* ring.is(next, "Accepted")
    })
  )

  it.live("a server that trusts a key does not start on a ledger that is not signed by it", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location, write, writeCheckpoint } = yield* makeLedger
      const [{ signingKeys, trust }, other] = [yield* signer(), yield* signer()]
      const starting = Effect.map(Effect.flip(ringOn(location, [], { trust })), ({ _tag }) => _tag)
      assert.strictEqual(yield* starting, "KeyLedgerEmpty")
      yield* (yield* storeIn(location, undefined, signingKeys)).issue(holder)
      yield* ringOn(location, [], { trust })
      const [sound, signed] = [yield* lines, yield* checkpoint]
      yield* write(forgeKey(sound).lines)
      assert.strictEqual(yield* starting, "KeyEventsUnsigned")
      yield* write(sound)
      yield* writeCheckpoint(undefined)
      assert.strictEqual(yield* starting, "KeyEventsUnsigned")
      yield* writeCheckpoint(checkpointOf(sound, other.signingKeys))
      assert.strictEqual(yield* starting, "KeyCheckpointRejected")
      yield* writeCheckpoint(signed)
      yield* ringOn(location, [], { trust })
    })
  )
}

const signer = (name?: string) => Effect.promise(() => makeSigner(name))

type Store = Effect.Success<ReturnType<typeof storeIn>>

const signAgain = ({ ledger }: Store, keys: SigningKeys, options: Partial<SignOptions> = {}) =>
  ledger.writeCheckpoint((present) =>
    signPresentLedger(present, keys, { isKeyReplaced: false, acceptsUnsigned: false, ...options })
  )

/** Why an effect is refused. */
const refusalOf = <A, E extends { readonly _tag: string; readonly refusal?: { readonly _tag: string } }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), ({ _tag, refusal }) => refusal?._tag ?? _tag)
