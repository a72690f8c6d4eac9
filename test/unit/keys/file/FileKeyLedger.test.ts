import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { generateApiKey } from "../../../../src/domain/keys/ApiKey.ts"
import { emptyKeyLedger, readKeyEvents } from "../../../../src/keys/KeyLedgerCodec.ts"
import { signPresentLedger } from "../../../../src/keys/log/SignKeyLedger.ts"
import { trustedReader, verifySignedLedger } from "../../../../src/keys/log/VerifyKeyLedger.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import type { SigningKeys } from "../../../../src/transparency/SigningKeyConfig.ts"
import { testKey } from "../../../support/transparency/signNote.ts"
import { forgeKey } from "../../../system/keys/forgery.ts"
import { holder, storeIn } from "../../../system/keys/storeIn.ts"
import { fileLedger } from "../../../system/keys/TestLedger.ts"

const [first, second] = [await testKey("log.example", 1), await testKey("log.example", 2)]

const signingKeys: SigningKeys = { name: "log.example", keys: [first] }
const otherKeys: SigningKeys = { name: "log.example", keys: [second] }

const trust = { logKeys: [first.verifier] }

/** Bytes of which every key is made, so that every run issues the same keys. The first two keys are the same. */
const makeBytes = () => {
  let calls = 0
  return (count: number) => new Uint8Array(count).fill(Math.max(1, calls++))
}

const keyOf = (seed: number): string => generateApiKey((count) => new Uint8Array(count).fill(seed))

const [keyA, keyB] = [keyOf(1), keyOf(2)]

const optionsOf = (isKeyReplaced = false, acceptsUnsigned = false) => ({ isKeyReplaced, acceptsUnsigned })

const namesBeside = (path: string) => Effect.promise(async () => (await readdir(dirname(path))).toSorted())

const modeOf = (path: string) => Effect.promise(async () => (await stat(path)).mode & 0o777)

const messageOf = <A, E extends Error, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

describe("the key ledger in a file", () => {
  it.effect("records every command as an event, and issues no key twice", () =>
    Effect.gen(function* () {
      const { location } = yield* fileLedger
      const store = yield* storeIn(location, makeBytes())
      const { key } = yield* store.issue(holder, { actor: "Ada" })
      yield* TestClock.adjust("1 minute")
      const next = yield* store.rotate(keyA.slice(0, 12), { actor: "Bob" })
      yield* TestClock.adjust("1 minute")
      const changed = yield* store.change(keyB.slice(0, 12), { tier: "enterprise" }, "Cid")
      const revoked = yield* store.revoke(keyA.slice(0, 12), "Rotated.", "Dan")
      assert.deepStrictEqual([Redacted.value(key), Redacted.value(next.key)], [keyA, keyB])
      const { bytes } = yield* store.ledger.readSigned(emptyKeyLedger)
      const events = readKeyEvents(bytes).map((event) => ({ ...event }))
      assert.deepStrictEqual(events, [
        {
          _tag: "KeyIssued",
          ...holder,
          identifier: keyA.slice(0, 12),
          sha256: sha256(keyA),
          date: "1970-01-01T00:00:00Z",
          actor: "Ada"
        },
        {
          _tag: "KeyIssued",
          ...holder,
          identifier: keyB.slice(0, 12),
          sha256: sha256(keyB),
          date: "1970-01-01T00:01:00Z",
          replaces: keyA.slice(0, 12),
          actor: "Bob"
        },
        {
          _tag: "KeyChanged",
          identifier: keyB.slice(0, 12),
          tier: "enterprise",
          date: "1970-01-01T00:02:00Z",
          actor: "Cid"
        },
        {
          _tag: "KeyRevoked",
          identifier: keyA.slice(0, 12),
          reason: "Rotated.",
          date: "1970-01-01T00:02:00Z",
          actor: "Dan"
        }
      ])
      assert.deepStrictEqual([{ ...changed }, { ...revoked }], events.slice(2))
      assert.deepStrictEqual([...(yield* store.keys).keys()], [keyA.slice(0, 12), keyB.slice(0, 12)])
    })
  )

  it.effect("is readable by its owner alone, and by a group that was given access", () =>
    Effect.gen(function* () {
      const { location } = yield* fileLedger
      const store = yield* storeIn(location, undefined, signingKeys)
      yield* store.issue(holder)
      assert.deepStrictEqual(yield* namesBeside(location), [
        "keys.ndjson",
        "keys.ndjson.checkpoint",
        "keys.ndjson.lock"
      ])
      assert.deepStrictEqual(
        [
          yield* modeOf(dirname(location)),
          yield* modeOf(location),
          yield* modeOf(`${location}.checkpoint`),
          yield* modeOf(`${location}.lock`)
        ],
        [0o700, 0o600, 0o600, 0o600]
      )
      yield* Effect.promise(() => chmod(location, 0o464))
      yield* store.issue(holder)
      assert.deepStrictEqual([yield* modeOf(location), yield* modeOf(`${location}.checkpoint`)], [0o660, 0o660])
    })
  )

  it.effect("has a revision that changes with the ledger, and another that changes with its checkpoint, too", () =>
    Effect.gen(function* () {
      const { location, writeCheckpoint } = yield* fileLedger
      const store = yield* storeIn(location)
      const revisions = Effect.all([store.ledger.revision, store.ledger.signedRevision])
      assert.deepStrictEqual(yield* revisions, [undefined, undefined])
      yield* store.issue(holder)
      const [revision, signed] = yield* revisions
      yield* store.issue(holder)
      const [next, nextSigned] = yield* revisions
      assert.notStrictEqual(next, revision)
      assert.notStrictEqual(nextSigned, signed)
      yield* writeCheckpoint("a note")
      const [same, later] = yield* revisions
      assert.strictEqual(same, next)
      assert.notStrictEqual(later, nextSigned)
    })
  )

  it.effect("says why it cannot be read", () =>
    Effect.gen(function* () {
      const { location } = yield* fileLedger
      const store = yield* storeIn(location)
      yield* store.issue(holder)
      const known = yield* store.ledger.read(emptyKeyLedger)
      yield* Effect.promise(() => rename(location, `${location}.away`))
      assert.strictEqual(
        yield* messageOf(store.ledger.read(known)),
        `The key ledger ${location} cannot be used: it is missing`
      )
      assert.strictEqual((yield* store.ledger.read(emptyKeyLedger)).head.sequence, 0)
      yield* Effect.promise(() => writeFile(location, ""))
      assert.strictEqual(
        yield* messageOf(store.ledger.read(emptyKeyLedger)),
        `The key ledger ${location} cannot be used (ledger/torn). Line 1 of the ledger is damaged: the file is empty. Restore the ledger from a backup.`
      )
      yield* Effect.promise(() => rename(location, `${location}.empty`).then(() => mkdir(location)))
      const unavailable = yield* Effect.flip(store.ledger.read(emptyKeyLedger))
      assert.deepStrictEqual([unavailable._tag, unavailable.location], ["KeyLedgerUnavailable", location])
    })
  )

  it.effect("reads on after what is known, and refuses a ledger that was cut or rewritten since", () =>
    Effect.gen(function* () {
      const { lines, location, write } = yield* fileLedger
      const store = yield* storeIn(location)
      const { event } = yield* store.issue(holder)
      const one = yield* store.ledger.read(emptyKeyLedger)
      yield* store.issue(holder)
      const two = yield* store.ledger.read(one)
      const all = yield* store.ledger.read(emptyKeyLedger)
      assert.deepStrictEqual({ ...two, appended: all.appended }, all)
      assert.deepStrictEqual(two.appended, all.appended.subarray(one.bytes))
      assert.deepStrictEqual([one.state.size, two.state.size, two.leaves.length], [1, 2, 2])
      assert.isTrue(two.state.has(event.identifier))
      const ruleOf = Effect.map(Effect.flip(store.ledger.read(two)), (error) =>
        error._tag === "KeyLedgerBroken" ? [error.cause.line, error.cause.problem._tag] : error._tag
      )
      yield* write((yield* lines).slice(0, 1))
      assert.deepStrictEqual(yield* ruleOf, [2, "Missing"])
      yield* write(forgeKey([], 3).lines)
      assert.deepStrictEqual(yield* ruleOf, [2, "Rewritten"])
      const [once = ""] = forgeKey([]).lines
      yield* write([once, once])
      assert.deepStrictEqual(yield* ruleOf, [2, "WrongSequence"])
    })
  )

  it.effect("keeps its lock and its checkpoint beside the file to which a link leads", () =>
    Effect.gen(function* () {
      const { location } = yield* fileLedger
      const linked = `${dirname(dirname(location))}/linked.ndjson`
      yield* (yield* storeIn(location)).issue(holder)
      yield* Effect.promise(() => symlink(location, linked))
      const store = yield* storeIn(linked, undefined, signingKeys)
      yield* store.ledger.writeCheckpoint((present) => signPresentLedger(present, signingKeys, optionsOf()))
      yield* store.issue(holder)
      assert.deepStrictEqual(yield* namesBeside(linked), ["linked.ndjson", "var"])
      assert.deepStrictEqual(yield* namesBeside(location), [
        "keys.ndjson",
        "keys.ndjson.checkpoint",
        "keys.ndjson.lock"
      ])
      assert.strictEqual((yield* trustedReader(store.ledger, trust).read(emptyKeyLedger)).ledger.state.size, 2)
    })
  )

  it.effect("fills an empty ledger with a copy, byte for byte", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* fileLedger, yield* fileLedger]
      const source = yield* storeIn(from.location, undefined, signingKeys)
      yield* source.issue(holder)
      const copy = yield* source.ledger.readSigned(emptyKeyLedger)
      const target = yield* storeIn(to.location)
      yield* target.ledger.fill(copy)
      assert.deepStrictEqual(yield* to.lines, yield* from.lines)
      assert.strictEqual(yield* to.checkpoint, yield* from.checkpoint)
      assert.strictEqual(
        yield* messageOf(target.ledger.fill(copy)),
        `The key ledger ${to.location} holds events already, and two ledgers cannot be merged. Name an empty one.`
      )
      yield* from.writeCheckpoint(undefined)
      const unsigned = yield* fileLedger
      const store = yield* storeIn(unsigned.location)
      yield* store.ledger.fill(yield* source.ledger.readSigned(emptyKeyLedger))
      assert.deepStrictEqual([yield* unsigned.lines, yield* unsigned.checkpoint], [yield* from.lines, undefined])
    })
  )
})

describe("the signed key ledger in a file", () => {
  it.effect("gains no event without the key that signed it", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location, write, writeCheckpoint } = yield* fileLedger
      const store = yield* storeIn(location, undefined, signingKeys)
      yield* store.issue(holder)
      const [sound, signed] = [yield* lines, yield* checkpoint]
      const refusalWith = Effect.fnUntraced(function* (keys: SigningKeys | undefined) {
        const error = yield* Effect.flip((yield* storeIn(location, undefined, keys)).issue(holder))
        return error._tag === "KeySigningRefused" ? error.refusal : error
      })
      const nameOf = ({ verifier: { id, name } }: typeof first) => ({ name, id })
      assert.deepStrictEqual(yield* refusalWith(undefined), { _tag: "KeyMissing", origin: "log.example" })
      assert.deepStrictEqual(yield* refusalWith({ ...otherKeys, name: "other.example" }), {
        _tag: "OtherOrigin",
        origin: "log.example",
        name: "other.example"
      })
      assert.deepStrictEqual(yield* refusalWith(otherKeys), {
        _tag: "OtherKey",
        signers: [nameOf(first)],
        held: [nameOf(second)]
      })
      assert.deepStrictEqual([yield* lines, yield* checkpoint], [sound, signed])
      yield* write(forgeKey(sound).lines)
      assert.deepStrictEqual(yield* refusalWith(signingKeys), { _tag: "EventsUnsigned", covered: 1, events: 2 })
      yield* writeCheckpoint(undefined)
      assert.deepStrictEqual(yield* refusalWith(signingKeys), { _tag: "EventsUnsigned", covered: 0, events: 2 })
    })
  )

  it.effect("is signed again by another key, or with the events of others, only if that is wanted", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location, write } = yield* fileLedger
      const store = yield* storeIn(location, undefined, signingKeys)
      const sign = (keys: SigningKeys, ...options: Parameters<typeof optionsOf>) =>
        store.ledger.writeCheckpoint((present) => signPresentLedger(present, keys, optionsOf(...options)))
      const refusalOf = (signing: ReturnType<typeof sign>) =>
        Effect.map(Effect.flip(signing), (error) => (error._tag === "KeySigningRefused" ? error.refusal._tag : error))
      assert.strictEqual(yield* refusalOf(sign(signingKeys)), "NoEvents")
      yield* store.issue(holder)
      const signed = yield* checkpoint
      assert.strictEqual((yield* sign(signingKeys)).checkpoint?.source, signed)
      assert.strictEqual(yield* checkpoint, signed)
      assert.strictEqual(yield* refusalOf(sign(otherKeys)), "OtherKey")
      assert.strictEqual(yield* refusalOf(sign({ ...otherKeys, name: "other.example" }, true)), "OtherOrigin")
      yield* sign(otherKeys, true)
      assert.strictEqual(yield* refusalOf(sign(signingKeys)), "OtherKey")
      yield* sign(signingKeys, true)
      assert.strictEqual(yield* checkpoint, signed)
      yield* write(forgeKey(yield* lines).lines)
      assert.strictEqual(yield* refusalOf(sign(signingKeys)), "EventsUnsigned")
      yield* sign(signingKeys, false, true)
      const verified = yield* verifySignedLedger(location, yield* store.ledger.readSigned(emptyKeyLedger), trust)
      assert.strictEqual(verified.size, 2)
    })
  )

  it.effect("is trusted if a trusted key signed all of its events, of which there must be one", () =>
    Effect.gen(function* () {
      const { checkpoint, lines, location, write, writeCheckpoint } = yield* fileLedger
      const store = yield* storeIn(location, undefined, signingKeys)
      const read = trustedReader(store.ledger, trust).read(emptyKeyLedger)
      assert.strictEqual(
        yield* messageOf(read),
        `The key ledger ${location} is missing or empty, but a trusted key must have signed it. Correct --keys, restore the ledger from a backup, or issue the first key with taxonomy keys issue.`
      )
      yield* store.issue(holder)
      assert.strictEqual((yield* read).ledger.state.size, 1)
      const [sound, signed] = [yield* lines, yield* checkpoint]
      yield* write(forgeKey(sound, 2).lines)
      assert.strictEqual(
        yield* messageOf(read),
        `In the key ledger ${location}, events 2 to 3 are not signed. Somebody who can write there may have invented them. Run taxonomy keys verify.`
      )
      yield* write(sound)
      yield* writeCheckpoint(undefined)
      assert.strictEqual(
        yield* messageOf(read),
        `The key ledger ${location} is not signed. Restore its checkpoint from a backup, or sign it with taxonomy keys sign.`
      )
      yield* writeCheckpoint(signed)
      const [shown, other] = [first, second].map(({ verifier: { id, name } }) => `${name}+${id}`)
      assert.strictEqual(
        yield* messageOf(trustedReader(store.ledger, { logKeys: [second.verifier] }).read(emptyKeyLedger)),
        `The checkpoint of the key ledger ${location} cannot be used. The checkpoint is signed by ${shown}, which has the name of a trusted key (${other}) but is another key. Check that you trust the right verifier key, or restore the ledger and its checkpoint from a backup.`
      )
    })
  )

  it.effect("finishes the checkpoint that a crashed process left pending, and discards an older one", () =>
    Effect.gen(function* () {
      const { checkpoint, location } = yield* fileLedger
      const pending = `${dirname(location)}/.keys.ndjson.checkpoint.next`
      const current = `${location}.checkpoint`
      const store = yield* storeIn(location, undefined, signingKeys)
      yield* store.issue(holder)
      const older = yield* checkpoint
      yield* store.issue(holder)
      const newer = yield* checkpoint
      // As after a crash between the new ledger and its checkpoint.
      yield* Effect.promise(() => rename(current, pending).then(() => writeFile(current, older ?? "")))
      const stored = yield* store.ledger.readSigned(emptyKeyLedger)
      assert.strictEqual(stored.checkpoint?.source, newer)
      yield* store.issue(holder)
      assert.strictEqual((yield* trustedReader(store.ledger, trust).read(emptyKeyLedger)).ledger.state.size, 3)
      // As after a crash before the new ledger.
      yield* Effect.promise(() => writeFile(pending, newer ?? ""))
      const latest = yield* checkpoint
      yield* store.ledger.writeCheckpoint((present) => signPresentLedger(present, signingKeys, optionsOf()))
      assert.strictEqual(yield* checkpoint, latest)
      assert.notInclude(yield* namesBeside(location), ".keys.ndjson.checkpoint.next")
    })
  )

  it.effect("rejects a checkpoint that is malformed or does not fit", () =>
    Effect.gen(function* () {
      const { lines, location, write, writeCheckpoint } = yield* fileLedger
      const store = yield* storeIn(location, undefined, signingKeys)
      yield* store.issue(holder)
      yield* store.issue(holder)
      const sound = yield* lines
      yield* write(sound.slice(0, 1))
      const cut = `The checkpoint of the key ledger ${location} cannot be used. The ledger has only 1 event, but its own checkpoint covers 2: its end was cut off. Restore the ledger and its checkpoint from a backup.`
      assert.strictEqual(yield* messageOf(store.ledger.readSigned(emptyKeyLedger)), cut)
      assert.strictEqual(yield* messageOf(store.issue(holder)), cut)
      yield* write(sound)
      yield* writeCheckpoint("garbage\n")
      assert.strictEqual(
        yield* messageOf(store.ledger.readSigned(emptyKeyLedger)),
        `The checkpoint of the key ledger ${location} cannot be used. The signed note is malformed: the blank line before the signatures is missing. Restore the checkpoint from a backup.`
      )
      assert.strictEqual(yield* Effect.promise(() => readFile(`${location}.checkpoint`, "utf8")), "garbage\n")
    })
  )
})
