import { randomBytes as secureRandomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Head } from "../domain/HashChain.ts"
import { timestampOf } from "../domain/Instant.ts"
import { drawKey, identifierOf, type RandomBytes } from "../domain/Key.ts"
import type { KeyHolder, KeyIssued, KeyRevoked } from "../domain/KeyEvent.ts"
import {
  issue,
  revoke,
  rotate,
  type KeyAlreadyRevoked,
  type KeyIdentifierTaken,
  type Keys,
  type KeyUnknown,
  type NewKey
} from "../domain/KeyLedger.ts"
import { sha256 } from "../files/Sha256.ts"
import { readKeys, readKeysSince, revisionOf, transact } from "./FileKeyLedger.ts"
import type { KeyLedgerError, KeyLedgerUnavailable } from "./KeyLedgerError.ts"

/** A key at the only moment at which it is known in full (service spec, 5.3). */
export interface FreshKey {
  readonly key: Redacted.Redacted
  readonly event: KeyIssued
}

/** Where keys are kept. Many processes may use one store at once. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    /** Where the keys are, for messages. */
    readonly location: string
    readonly keys: Effect.Effect<Keys, KeyLedgerError>
    /** The keys, and how far the ledger reaches; it must still hold all that led to the head of an earlier look. */
    readonly since: (last: Head) => Effect.Effect<{ readonly keys: Keys; readonly head: Head }, KeyLedgerError>
    /** A text that differs whenever the keys do, cheap enough to poll; nothing before the first key. */
    readonly revision: Effect.Effect<string | undefined, KeyLedgerUnavailable>
    readonly issue: (holder: KeyHolder) => Effect.Effect<FreshKey, KeyLedgerError>
    /** Issues the successor of an active key, which stays active. */
    readonly rotate: (identifier: string) => Effect.Effect<FreshKey, KeyLedgerError | KeyUnknown | KeyAlreadyRevoked>
    readonly revoke: (
      identifier: string,
      reason: string
    ) => Effect.Effect<KeyRevoked, KeyLedgerError | KeyUnknown | KeyAlreadyRevoked>
  }
>()("taxonomy-licensing-data-service/keys/KeyStore") {
  /** Keeps keys in a file, which only its owner can read, and which is made with the first key. */
  static readonly layer = (path: string, randomBytes: RandomBytes = secureRandomBytes) =>
    Layer.effect(
      KeyStore,
      Effect.gen(function* () {
        const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()

        const withUnusedKey = <E>(
          decide: (keys: Keys, key: NewKey) => Result.Result<KeyIssued, E | KeyIdentifierTaken>
        ) =>
          transact(path, (keys) => {
            const key = unusedKey(keys, randomBytes)
            const decision = decide(keys, { identifier: identifierOf(key), sha256: sha256(key) })
            return Result.map(decision, (event) => ({ key: Redacted.make(key), event }))
          })

        return KeyStore.of({
          location: path,
          keys: Effect.provide(readKeys(path), files),
          since: (last) => Effect.provide(readKeysSince(path, last), files),
          revision: Effect.provide(revisionOf(path), files),
          issue: Effect.fn("KeyStore.issue")(
            function* (holder) {
              const date = timestampOf(yield* DateTime.now)
              return yield* withUnusedKey((keys, key) => issue(keys, { key, holder, date }))
            },
            neverTaken,
            Effect.provide(files)
          ),
          rotate: Effect.fn("KeyStore.rotate")(
            function* (identifier) {
              const date = timestampOf(yield* DateTime.now)
              return yield* withUnusedKey((keys, key) => rotate(keys, { identifier, key, date }))
            },
            neverTaken,
            Effect.provide(files)
          ),
          revoke: Effect.fn("KeyStore.revoke")(function* (identifier, reason) {
            const date = timestampOf(yield* DateTime.now)
            return (yield* transact(path, (keys) =>
              Result.map(revoke(keys, { identifier, reason, date }), (event) => ({ event }))
            )).event
          }, Effect.provide(files))
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
