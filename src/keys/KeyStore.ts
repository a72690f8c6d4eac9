import { randomBytes as secureRandomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { generateApiKey, toKeyPrefix, type RandomBytes } from "../domain/keys/ApiKey.ts"
import type { KeyEvent, KeyHolder, KeyIssued, KeyRevoked } from "../domain/keys/KeyEvent.ts"
import {
  issue,
  revoke,
  rotate,
  type KeyAlreadyRevoked,
  type KeyFingerprint,
  type KeyPrefixTaken,
  type KeyRegistry,
  type KeyUnknown
} from "../domain/keys/KeyRegistry.ts"
import { timestampOf } from "../domain/ledger/Timestamp.ts"
import { sha256 } from "../platform/Sha256.ts"
import type { SigningKeys } from "../transparency/SigningKeyConfig.ts"
import type { SigningKeyInvalid } from "../transparency/SigningKeyInvalid.ts"
import { emptyKeyLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError } from "./KeyLedgerError.ts"
import { KeyLedgerStore } from "./KeyLedgerStore.ts"
import type { KeySigningRefused } from "./log/KeySigningRefused.ts"

/** An API key at the only moment at which it is known in full (service spec, 5.3). */
export interface NewApiKey {
  readonly key: Redacted.Redacted
  readonly event: KeyIssued
}

/** Why the ledger gains no event, whatever the event is. */
type AppendError = KeyLedgerError | KeySigningRefused | SigningKeyInvalid

/** The commands on API keys, for any backend of their ledger. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly ledger: KeyLedgerStore["Service"]
    readonly keys: Effect.Effect<KeyRegistry, KeyLedgerError>
    readonly issue: (holder: KeyHolder) => Effect.Effect<NewApiKey, AppendError>
    /** Issues the successor of an active key, which stays active. */
    readonly rotate: (keyPrefix: string) => Effect.Effect<NewApiKey, AppendError | KeyUnknown | KeyAlreadyRevoked>
    readonly revoke: (
      keyPrefix: string,
      reason: string
    ) => Effect.Effect<KeyRevoked, AppendError | KeyUnknown | KeyAlreadyRevoked>
  }
>()("taxonomy-licensing-data-service/keys/KeyStore") {
  /** `signingKeys` reads the keys that sign the ledger, at each change; none by default. */
  static readonly layer = (
    randomBytes: RandomBytes = secureRandomBytes,
    signingKeys: Effect.Effect<SigningKeys | undefined, SigningKeyInvalid> = Effect.undefined
  ) =>
    Layer.effect(
      KeyStore,
      Effect.gen(function* () {
        const ledger = yield* KeyLedgerStore
        const transact = <A extends { readonly event: KeyEvent }, E>(
          decide: (keys: KeyRegistry) => Result.Result<A, E>
        ) => Effect.flatMap(signingKeys, (keys) => ledger.transact(decide, keys))

        const withNewKey = <E>(
          decide: (keys: KeyRegistry, key: KeyFingerprint) => Result.Result<KeyIssued, E | KeyPrefixTaken>
        ) =>
          transact((keys) => {
            const key = generateUnusedApiKey(keys, randomBytes)
            const decision = decide(keys, { keyPrefix: toKeyPrefix(key), sha256: sha256(key) })
            return Result.map(decision, (event) => ({ key: Redacted.make(key), event }))
          })

        return KeyStore.of({
          ledger,
          keys: Effect.map(ledger.read(emptyKeyLedger), ({ keys }) => keys),
          issue: Effect.fn("KeyStore.issue")(function* (holder) {
            const date = timestampOf(yield* DateTime.now)
            return yield* withNewKey((keys, key) => issue(keys, { key, holder, date }))
          }, dieIfTaken),
          rotate: Effect.fn("KeyStore.rotate")(function* (keyPrefix) {
            const date = timestampOf(yield* DateTime.now)
            return yield* withNewKey((keys, key) => rotate(keys, { keyPrefix, key, date }))
          }, dieIfTaken),
          revoke: Effect.fn("KeyStore.revoke")(function* (keyPrefix, reason) {
            const date = timestampOf(yield* DateTime.now)
            const { event } = yield* transact((keys) =>
              Result.map(revoke(keys, { keyPrefix, reason, date }), (event) => ({ event }))
            )
            return event
          })
        })
      })
    )
}

const generateUnusedApiKey = (keys: KeyRegistry, randomBytes: RandomBytes): string => {
  let key = generateApiKey(randomBytes)
  while (keys.has(toKeyPrefix(key))) key = generateApiKey(randomBytes)
  return key
}

// A generated key is unused in the registry that decides.
const dieIfTaken = <A, E, R>(effect: Effect.Effect<A, E | KeyPrefixTaken, R>) =>
  Effect.catchTag(effect, "KeyPrefixTaken", Effect.die)
