import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { inspect, promisify } from "node:util"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { parseApiKey } from "../../../src/domain/keys/ApiKey.ts"
import { isActive } from "../../../src/domain/keys/KeyRegistry.ts"
import { timestampOf } from "../../../src/domain/ledger/Timestamp.ts"
import { emptyKeyLedger, type KeyLedger } from "../../../src/keys/KeyLedgerCodec.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { holder, storeIn } from "./storeIn.ts"
import type { MakeLedger } from "./TestLedger.ts"

/** The contract of the key store, for every backend. */
export const keyStoreContract = (makeLedger: MakeLedger): void => {
  it.live("is empty before the first key, and creates nothing when read", () =>
    Effect.gen(function* () {
      const { dump, location } = yield* makeLedger
      const { keys, ledger } = yield* storeIn(location)
      assert.strictEqual((yield* keys).size, 0)
      assert.isUndefined(yield* ledger.revision)
      assert.strictEqual(yield* dump, "")
    })
  )

  it.live("returns a key once and stores its digest, never the key", () =>
    Effect.gen(function* () {
      const { dump, location } = yield* makeLedger
      const store = yield* storeIn(location)
      const { event, key } = yield* store.issue(holder)
      const { key: successor } = yield* store.rotate(event.identifier)
      yield* store.revoke(event.identifier, "Rotated.")
      const [text, next] = [Redacted.value(key), Redacted.value(successor)]
      assert.strictEqual(parseApiKey(text), event.identifier)
      assert.strictEqual(event.sha256, sha256(text))
      const kept = yield* dump
      assert.include(kept, event.sha256)
      for (const secret of [text, text.slice(12), next, next.slice(12)]) assert.notInclude(kept, secret)
      assert.notInclude(inspect(key), text)
    })
  )

  it.live("persists keys for the next process", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const store = yield* storeIn(location)
      const { event: old } = yield* store.issue(holder)
      const { event: successor } = yield* store.rotate(old.identifier)
      yield* store.revoke(old.identifier, "Rotated.")
      const keys = yield* (yield* storeIn(location)).keys
      assert.deepStrictEqual([...keys.keys()], [old.identifier, successor.identifier])
      assert.deepStrictEqual([...keys.values()].map(isActive), [false, true])
      assert.include(keys.get(successor.identifier), { ...holder, replaces: old.identifier })
      assert.strictEqual(keys.get(old.identifier)?.revoked?.reason, "Rotated.")
    })
  )

  it.live("rejects impossible revocations and rotations, and writes nothing", () =>
    Effect.gen(function* () {
      const { lines, location } = yield* makeLedger
      const store = yield* storeIn(location)
      const { event } = yield* store.issue(holder)
      yield* store.revoke(event.identifier, "Lost.")
      const before = yield* lines
      const errors = [
        yield* Effect.flip(store.revoke(event.identifier, "Again.")),
        yield* Effect.flip(store.rotate(event.identifier)),
        yield* Effect.flip(store.revoke("nil_AAAAAAAA", "Lost."))
      ]
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["KeyAlreadyRevoked", "KeyAlreadyRevoked", "KeyUnknown"]
      )
      assert.deepStrictEqual(yield* lines, before)
    })
  )

  it.live("issues several keys in one step, all of them or none", () =>
    Effect.gen(function* () {
      const { lines, location } = yield* makeLedger
      const store = yield* storeIn(location)
      const request = (organization: string) => ({ holder: { ...holder, organization }, actor: "Ada" })
      const issued = yield* store.issueAll([request("Acme"), request("Ecma"), request("Emca")])
      const keys = yield* (yield* storeIn(location)).keys
      assert.deepStrictEqual(
        issued.map(({ event, key }) => [keys.get(event.identifier)?.organization, Redacted.value(key).slice(0, 12)]),
        issued.map(({ event }) => [event.organization, event.identifier])
      )
      const before = yield* lines
      assert.strictEqual(before.length, 3)
      const past = { _tag: "At", at: timestampOf(DateTime.makeUnsafe(0)) } as const
      const refused = yield* Effect.flip(store.issueAll([request("Acme"), { ...request("Ecma"), expiry: past }]))
      assert.strictEqual(refused._tag, "ExpiryPassed")
      assert.deepStrictEqual(yield* lines, before)
    })
  )

  it.live("generates another key if the prefix exists", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const first = yield* (yield* storeIn(location, (count) => new Uint8Array(count))).issue(holder)
      let draws = 0
      const store = yield* storeIn(location, (count) => new Uint8Array(count).fill(draws++ < 3 ? 0 : 1))
      const second = yield* store.issue(holder)
      assert.strictEqual(draws, 4)
      assert.notStrictEqual(first.event.identifier, second.event.identifier)
    })
  )

  it.live("loses no key that fibers issue concurrently", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const store = yield* storeIn(location)
      const issued = yield* Effect.all(
        Array.from({ length: 8 }, () => store.issue(holder)),
        { concurrency: "unbounded" }
      )
      const keys = yield* store.keys
      assert.sameMembers(
        [...keys.keys()],
        issued.map(({ event }) => event.identifier)
      )
      assert.strictEqual(keys.size, 8)
    })
  )

  it.live("loses no key that processes issue concurrently", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const outputs = yield* Effect.promise(() => Promise.all(Array.from({ length: 4 }, () => issueIn(location, 5))))
      const keys = yield* (yield* storeIn(location)).keys
      assert.sameMembers([...keys.keys()], outputs.flat())
      assert.strictEqual(keys.size, 20)
    })
  )

  it.live("lets one of several concurrent revocations succeed", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const { event } = yield* (yield* storeIn(location)).issue(holder)
      const stores = yield* Effect.all(Array.from({ length: 4 }, () => storeIn(location)))
      const errors = yield* Effect.forEach(
        stores,
        (store) =>
          Effect.match(store.revoke(event.identifier, "Lost."), {
            onFailure: ({ _tag }) => _tag,
            onSuccess: () => "revoked"
          }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(errors.sort(), ["KeyAlreadyRevoked", "KeyAlreadyRevoked", "KeyAlreadyRevoked", "revoked"])
    })
  )

  it.live("contains every key that a process printed before it was killed", () =>
    Effect.gen(function* () {
      const { location } = yield* makeLedger
      const given = yield* Effect.promise(() => killedAfter(location, 5))
      const store = yield* storeIn(location)
      assert.includeMembers([...(yield* store.keys).keys()], [...given])
      const { event } = yield* store.issue(holder)
      assert.isTrue((yield* store.keys).has(event.identifier))
    })
  )

  it.live("refuses a ledger with an altered, missing, moved, repeated or invented event, and does not change it", () =>
    Effect.gen(function* () {
      const { lines, location, write } = yield* makeLedger
      const store = yield* storeIn(location)
      const { event } = yield* store.issue(holder)
      yield* store.issue(holder)
      yield* store.revoke(event.identifier, "Lost.")
      const [first = "", second = "", third = ""] = yield* lines
      for (const altered of [
        [first.replace("professional", "enterprise"), second, third],
        [first, second.replace(/"sha256":"./, '"sha256":"x'), third],
        [second, third],
        [first, third],
        [second, first, third],
        [first, second, third, third],
        [first, second, third, "{}"],
        [first, second, ` ${third}`],
        [first, second, third.replaceAll(event.identifier, "nil_AAAAAAAA")],
        ["not an event"],
        [""]
      ]) {
        yield* write(altered)
        const errors = [
          yield* Effect.flip(store.keys),
          yield* Effect.flip(store.issue(holder)),
          yield* Effect.flip(store.revoke(event.identifier, "Lost."))
        ]
        for (const error of errors) {
          assert.strictEqual(error._tag === "KeyLedgerBroken" ? error.cause.rule : error._tag, "ledger/broken-chain")
        }
        assert.deepStrictEqual(yield* lines, altered)
      }
    })
  )

  it.live("reads appended events like the whole ledger, and refuses one that lost events", () =>
    Effect.gen(function* () {
      const { lines, location, write } = yield* makeLedger
      const { issue, ledger, revoke } = yield* storeIn(location)
      const { event } = yield* issue(holder)
      const first = yield* ledger.read(emptyKeyLedger)
      assert.deepStrictEqual(stateOf(yield* ledger.read(first)), stateOf(first))
      yield* revoke(event.identifier, "Lost.")
      yield* issue(holder)
      const grown = yield* ledger.read(first)
      const whole = yield* ledger.read(emptyKeyLedger)
      // The digest identifies bytes that were read together.
      assert.deepStrictEqual({ ...stateOf(grown), digest: "" }, { ...stateOf(whole), digest: "" })
      assert.deepStrictEqual(stateOf(yield* ledger.read(grown)), stateOf(grown))
      for (const [read, known] of [
        [grown, first],
        [whole, emptyKeyLedger]
      ] as const) {
        const all = (yield* lines).map((line) => `${line}\n`).join("")
        assert.strictEqual(Buffer.from(read.appended).toString(), Buffer.from(all).subarray(known.bytes).toString())
      }

      const [one = "", two = "", three = ""] = yield* lines
      for (const altered of [
        [one, two, three.replace("Acme", "Ecma")],
        [one, two],
        [one, three]
      ]) {
        yield* write(altered)
        assert.strictEqual((yield* Effect.flip(ledger.read(grown)))._tag, "KeyLedgerBroken")
      }
    })
  )

  it.live("changes its revision with every change", () =>
    Effect.gen(function* () {
      const { lines, location, write } = yield* makeLedger
      const { issue, keys, ledger, revoke } = yield* storeIn(location)
      const { event } = yield* issue(holder)
      const first = yield* ledger.revision
      yield* keys
      assert.strictEqual(yield* ledger.revision, first)
      yield* revoke(event.identifier, "Lost.")
      const second = yield* ledger.revision
      assert.notStrictEqual(second, first)
      const [one = "", two = ""] = yield* lines
      yield* write([one.replace("Acme", "Ecma"), two])
      assert.notStrictEqual(yield* ledger.revision, second)
    })
  )

  it.live("fails during an outage, and works afterwards", () =>
    Effect.gen(function* () {
      const { away, location } = yield* makeLedger
      const { issue, keys } = yield* storeIn(location)
      yield* issue(holder)
      for (const { begin, end, name } of away) {
        yield* begin
        const failed = yield* Effect.result(keys)
        yield* end
        // A missing ledger has no keys.
        const found = failed._tag === "Failure" ? failed.failure._tag : failed.success.size
        assert.oneOf(found, ["KeyLedgerUnavailable", "KeyLedgerBroken", 0], name)
        assert.strictEqual((yield* keys).size, 1)
      }
    })
  )
}

const script = new URL("issueKeys.ts", import.meta.url).pathname

const linesOf = (output: string): ReadonlyArray<string> => output.split("\n").slice(0, -1)

const issueIn = async (location: string, count: number): Promise<ReadonlyArray<string>> =>
  linesOf((await promisify(execFile)(process.execPath, [script, location, String(count)])).stdout)

/** Kills a process that issues keys after it has printed a few, and returns those. */
const killedAfter = async (location: string, count: number): Promise<ReadonlyArray<string>> => {
  const child = spawn(process.execPath, [script, location, "1000"], { stdio: ["ignore", "pipe", "inherit"] })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
    if (linesOf(output).length >= count) child.kill("SIGKILL")
  })
  await once(child, "close")
  return linesOf(output)
}

/** A ledger, however it was read. */
const stateOf = (ledger: KeyLedger) => Struct.omit(ledger, ["appended"])
