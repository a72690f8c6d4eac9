import { randomBytes as secureRandomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { drawKey, identifierOf, type RandomBytes } from "../domain/keys/ApiKey.ts"
import type { KeyHolder, KeyIssued, KeyRevoked } from "../domain/keys/KeyEvent.ts"
import {
  issue,
  revoke,
  rotate,
  type KeyAlreadyRevoked,
  type KeyIdentifierTaken,
  type Keys,
  type KeyUnknown,
  type NewKey
} from "../domain/keys/KeyRegistry.ts"
import { timestampOf } from "../domain/ledger/Timestamp.ts"
import { sha256 } from "../platform/Sha256.ts"
import { fileKeyLedger } from "./file/FileKeyLedger.ts"
import { emptyLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError } from "./KeyLedgerError.ts"
import { KeyLedgerStore } from "./KeyLedgerStore.ts"

/** A key at the only moment at which it is known in full (service spec, 5.3). */
export interface FreshKey {
  readonly key: Redacted.Redacted
  readonly event: KeyIssued
}

/** What can be done with keys, wherever their ledger is kept. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly ledger: KeyLedgerStore["Service"]
    readonly keys: Effect.Effect<Keys, KeyLedgerError>
    readonly issue: (holder: KeyHolder) => Effect.Effect<FreshKey, KeyLedgerError>
    /** Issues the successor of an active key, which stays active. */
    readonly rotate: (identifier: string) => Effect.Effect<FreshKey, KeyLedgerError | KeyUnknown | KeyAlreadyRevoked>
    readonly revoke: (
      identifier: string,
      reason: string
    ) => Effect.Effect<KeyRevoked, KeyLedgerError | KeyUnknown | KeyAlreadyRevoked>
  }
>()("taxonomy-licensing-data-service/keys/KeyStore") {
  /** Keeps keys in a file. */
  static readonly layer = (path: string, randomBytes?: RandomBytes) =>
    KeyStore.layerOnLedger(randomBytes).pipe(Layer.provide(fileKeyLedger(path)))

  static readonly layerOnLedger = (randomBytes: RandomBytes = secureRandomBytes) =>
    Layer.effect(
      KeyStore,
      Effect.gen(function* () {
        const ledger = yield* KeyLedgerStore

        const withUnusedKey = <E>(
          decide: (keys: Keys, key: NewKey) => Result.Result<KeyIssued, E | KeyIdentifierTaken>
        ) =>
          ledger.transact((keys) => {
            const key = unusedKey(keys, randomBytes)
            const decision = decide(keys, { identifier: identifierOf(key), sha256: sha256(key) })
            return Result.map(decision, (event) => ({ key: Redacted.make(key), event }))
          })

        return KeyStore.of({
          ledger,
          keys: Effect.map(ledger.read(emptyLedger), ({ keys }) => keys),
          issue: Effect.fn("KeyStore.issue")(function* (holder) {
            const date = timestampOf(yield* DateTime.now)
            return yield* withUnusedKey((keys, key) => issue(keys, { key, holder, date }))
          }, neverTaken),
          rotate: Effect.fn("KeyStore.rotate")(function* (identifier) {
            const date = timestampOf(yield* DateTime.now)
            return yield* withUnusedKey((keys, key) => rotate(keys, { identifier, key, date }))
          }, neverTaken),
          revoke: Effect.fn("KeyStore.revoke")(function* (identifier, reason) {
            const date = timestampOf(yield* DateTime.now)
            return (yield* ledger.transact((keys) =>
              Result.map(revoke(keys, { identifier, reason, date }), (event) => ({ event }))
            )).event
          })
        })
      })
    )
}

const unusedKey = (keys: Keys, randomBytes: RandomBytes): string => {
  let key = drawKey(randomBytes)
  while (keys.has(identifierOf(key))) key = drawKey(randomBytes)
  return key
}

const neverTaken = <A, E, R>(effect: Effect.Effect<A, E | KeyIdentifierTaken, R>) =>
  Effect.catchTag(effect, "KeyIdentifierTaken", Effect.die)
