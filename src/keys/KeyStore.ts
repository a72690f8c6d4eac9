import { randomBytes as secureRandomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { generateApiKey, toKeyPrefix, type RandomBytes } from "../domain/keys/ApiKey.ts"
import {
  change,
  issue,
  revoke,
  rotate,
  type KeyFingerprint,
  type KeyTerms,
  type ExpiryPassed,
  type KeyAlreadyRevoked,
  type KeyPrefixTaken,
  type KeyUnchanged,
  type KeyUnknown
} from "../domain/keys/KeyCommands.ts"
import type { KeyChanged, KeyEvent, KeyHolder, KeyIssued, KeyRevokedEvent } from "../domain/keys/KeyEvent.ts"
import type { ExpiryChoice, KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import { currentTime } from "../platform/CurrentTime.ts"
import { sha256 } from "../platform/Sha256.ts"
import type { SigningKeys, SigningKeyInvalid } from "../transparency/SigningKeyConfig.ts"
import { emptyKeyLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError } from "./KeyLedgerError.ts"
import { KeyLedgerStore } from "./KeyLedgerStore.ts"
import type { KeySigningRefused } from "./log/SignKeyLedger.ts"

/** An API key at the only moment at which it is known in full (service spec, 5.3). */
export interface NewApiKey {
  readonly key: Redacted.Redacted
  readonly event: KeyIssued
}

/** Who issues a key, and how long it is valid: for good by default, and as long as the old key after a rotation. */
export interface IssueTerms {
  readonly actor?: string | undefined
  readonly expiry?: ExpiryChoice | undefined
}

/** Why the ledger gains no event, whatever the event is. */
type AppendError = KeyLedgerError | KeySigningRefused | SigningKeyInvalid

/** The commands on API keys, for any backend of their ledger. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly ledger: KeyLedgerStore["Service"]
    readonly keys: Effect.Effect<KeyRegistry, KeyLedgerError>
    readonly issue: (holder: KeyHolder, terms?: IssueTerms) => Effect.Effect<NewApiKey, AppendError | ExpiryPassed>
    /** Issues the successor of an active key, which stays active. */
    readonly rotate: (
      keyPrefix: string,
      terms?: IssueTerms
    ) => Effect.Effect<NewApiKey, AppendError | KeyUnknown | KeyAlreadyRevoked | ExpiryPassed>
    readonly change: (
      keyPrefix: string,
      terms: KeyTerms,
      actor?: string
    ) => Effect.Effect<KeyChanged, AppendError | KeyUnknown | KeyAlreadyRevoked | KeyUnchanged | ExpiryPassed>
    readonly revoke: (
      keyPrefix: string,
      reason: string,
      actor?: string
    ) => Effect.Effect<KeyRevokedEvent, AppendError | KeyUnknown | KeyAlreadyRevoked>
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
          issue: Effect.fn("KeyStore.issue")(function* (holder, terms) {
            const date = yield* currentTime
            return yield* withNewKey((keys, key) => issue(keys, { key, holder, date, ...terms }))
          }, dieIfTaken),
          rotate: Effect.fn("KeyStore.rotate")(function* (keyPrefix, terms) {
            const date = yield* currentTime
            return yield* withNewKey((keys, key) => rotate(keys, { keyPrefix, key, date, ...terms }))
          }, dieIfTaken),
          change: Effect.fn("KeyStore.change")(function* (keyPrefix, terms, actor) {
            const date = yield* currentTime
            const { event } = yield* transact((keys) =>
              Result.map(change(keys, { keyPrefix, terms, date, actor }), (event) => ({ event }))
            )
            return event
          }),
          revoke: Effect.fn("KeyStore.revoke")(function* (keyPrefix, reason, actor) {
            const date = yield* currentTime
            const { event } = yield* transact((keys) =>
              Result.map(revoke(keys, { keyPrefix, reason, date, actor }), (event) => ({ event }))
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
