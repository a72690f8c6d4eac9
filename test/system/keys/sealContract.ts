import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { assert, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { emptyKeyLedger } from "../../../src/keys/KeyLedgerCodec.ts"
import { minSealedEvents } from "../../../src/keys/KeySeal.ts"
import { verifySignedLedger } from "../../../src/keys/log/VerifyKeyLedger.ts"
import type { SigningKeys } from "../../../src/transparency/SigningKeyConfig.ts"
import { makeSigner } from "./forgery.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"
import type { MakeLedger } from "./TestLedger.ts"

/** The contract of long ledgers, which commands do not verify from the first event on each time, for every backend. */
export const sealContract = (makeLedger: MakeLedger): void => {
  it.live("reads what the ledger says of a key as the whole ledger says it, once that was verified", () =>
    inCache(
      Effect.gen(function* () {
        const { seal, store } = yield* longLedger(makeLedger)
        const { event } = yield* store.issue(holder)
        assert.strictEqual((yield* seal.mode).toString(8), "600")
        const { event: successor } = yield* store.rotate(event.identifier)
        // The whole ledger is verified after a rotation of a file, whose seal is the newest then.
        yield* store.change(event.identifier, { tier: "enterprise" })
        yield* store.revoke(event.identifier, "Rotated.")
        const [part, whole] = [yield* store.ledger.readSubject(event.identifier), yield* store.keys]
        assert.deepStrictEqual(part?.get(event.identifier), whole.get(event.identifier))
        assert.strictEqual(part?.get(event.identifier)?.revoked?.reason, "Rotated.")
        assert.strictEqual(part?.get(successor.identifier)?.replaces, event.identifier)
        assert.isBelow(part?.size ?? Infinity, 5)
        assert.strictEqual((yield* Effect.flip(store.revoke(event.identifier, "Again.")))._tag, "KeyAlreadyRevoked")
        assert.strictEqual((yield* Effect.flip(store.revoke("nil_00000000", "Never issued.")))._tag, "KeyUnknown")
      })
    )
  )

  it.live("decides what is not about one key by the whole ledger, whatever was read before", () =>
    inCache(
      Effect.gen(function* () {
        const { store } = yield* longLedger(makeLedger)
        const { event } = yield* store.issue(holder)
        assert.isDefined(yield* store.ledger.readSubject(event.identifier))
        const seen = store.ledger.transact(emptyKeyLedger, ({ size }) => Result.fail(size), undefined)
        assert.strictEqual(yield* Effect.flip(seen), minSealedEvents + 1)
      })
    )
  )

  it.live("never issues a key whose prefix was used, and draws another one", () =>
    inCache(
      Effect.gen(function* () {
        const { store } = yield* longLedger(makeLedger)
        const seeds = [1, 1, 2]
        const seeded = yield* storeIn(store.ledger.location, (count) => new Uint8Array(count).fill(seeds.shift() ?? 3))
        const { event: first } = yield* seeded.issue(holder)
        const { event: second } = yield* seeded.issue(holder)
        assert.deepStrictEqual([seeds.length, first.identifier === second.identifier], [0, false])
      })
    )
  )

  it.live("signs the ledger from the roots that its seal has", () =>
    inCache(
      Effect.gen(function* () {
        const { signingKeys, trust } = yield* Effect.promise(() => makeSigner("example.com/keys"))
        const { location, seal, store } = yield* longLedger(makeLedger, signingKeys)
        for (let count = 0; count < 3; count++) {
          const { event } = yield* store.issue(holder)
          yield* store.revoke(event.identifier, "Tried.")
          assert.isDefined(yield* store.ledger.readSubject(event.identifier))
        }
        assert.include(yield* seal.read, '"roots"')
        const verified = yield* verifySignedLedger(location, yield* store.ledger.readSigned(emptyKeyLedger), trust)
        assert.strictEqual(verified.size, minSealedEvents + 6)
        const unsigned = yield* storeIn(location)
        assert.strictEqual((yield* Effect.flip(unsigned.issue(holder)))._tag, "KeySigningRefused")
      })
    )
  )

  it.live(
    "verifies the whole ledger again if an event was altered, or the seal is missing, altered or of another one",
    () =>
      inCache(
        Effect.gen(function* () {
          const { ledger, location, seal, store } = yield* longLedger(makeLedger)
          const { event } = yield* store.issue(holder)
          const older = yield* seal.read
          yield* store.revoke(event.identifier, "Tried.")
          const newest = yield* seal.read
          // In a store of its own each time, as commands are.
          const isUsed = Effect.flatMap(storeIn(location), (later) => later.ledger.readSubject(event.identifier)).pipe(
            Effect.map((part) => part !== undefined),
            Effect.scoped
          )
          assert.isTrue(yield* isUsed)
          for (const source of [
            "",
            "{}",
            newest.replaceAll(/"revision":"[^"]*"/g, '"revision":"1 2"'),
            newest.replace('"origin":"', '"origin":"other')
          ]) {
            yield* seal.write(source)
            assert.isFalse(yield* isUsed, source)
          }
          yield* seal.write(newest.replace(/"hash":"sha256:[0-9a-f]{64}"/, `"hash":"sha256:${"0".repeat(64)}"`))
          assert.isFalse(yield* isUsed)
          yield* seal.write(older)
          assert.isDefined((yield* store.find(event.identifier)).get(event.identifier)?.revoked)
          yield* seal.remove
          yield* store.issue(holder)
          assert.isTrue(yield* isUsed)
          const lines = yield* ledger.lines
          yield* ledger.write(lines.map((line, index) => (index === 5 ? line.replace("A shop", "A SHOP") : line)))
          assert.isFalse(yield* isUsed)
          assert.strictEqual((yield* Effect.flip(store.issue(holder)))._tag, "KeyLedgerBroken")
          assert.strictEqual((yield* Effect.flip(store.revoke(event.identifier, "Altered.")))._tag, "KeyLedgerBroken")
          assert.strictEqual((yield* ledger.lines).length, lines.length)
        })
      )
  )
}

/** A ledger of so many events that a seal is kept, and the file of its seal. */
const longLedger = Effect.fnUntraced(function* (makeLedger: MakeLedger, signingKeys?: SigningKeys) {
  const ledger = yield* makeLedger
  const { location } = ledger
  const store = yield* storeIn(location, undefined, signingKeys)
  yield* store.issueAll(Array.from({ length: minSealedEvents }, () => ({ holder })))
  const cache = yield* Config.String("XDG_CACHE_HOME")
  const file = Effect.gen(function* () {
    if (!location.startsWith("postgres")) return join(dirname(location), ".keys.ndjson.verified")
    const [name = ""] = yield* Effect.promise(() => readdir(join(cache, "taxonomy")))
    return join(cache, "taxonomy", name)
  })
  const withFile = <A>(use: (path: string) => Promise<A>) =>
    Effect.flatMap(file, (path) => Effect.promise(() => use(path)))
  const seal = {
    mode: withFile(async (path) => (await stat(path)).mode & 0o777),
    read: withFile((path) => readFile(path, "utf8")),
    write: (source: string) => withFile((path) => writeFile(path, source)),
    remove: withFile((path) => rm(path))
  }
  return { ledger, location, seal, store }
})

/** Provides a cache of its own. */
const inCache = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(temporaryLedger, ({ folder }) =>
    Effect.provideService(
      effect,
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnv({ env: { XDG_CACHE_HOME: folder } })
    )
  )
