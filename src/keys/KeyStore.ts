import { randomBytes as secureRandomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
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
import {
  isLowestKeyEvent,
  type KeyChanged,
  type KeyEvent,
  type KeyEventSchemas,
  type KeyHolder,
  type KeyIssued,
  type KeyRevokedEvent
} from "../domain/keys/KeyEvent.ts"
import type { ExpiryChoice, KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import { currentTime } from "../platform/CurrentTime.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { sha256 } from "../platform/Sha256.ts"
import type { SigningKeys, SigningKeyInvalid } from "../transparency/SigningKeyConfig.ts"
import { emptyKeyLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError } from "./KeyLedgerError.ts"
import { KeyLedgerStore, type Decision } from "./KeyLedgerStore.ts"
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

/** A request for a key, and what it is granted. */
export interface KeyRequest extends IssueTerms {
  readonly holder: KeyHolder
}

/** Why the ledger gains no event, whatever the event is. */
type AppendError = KeyLedgerError | KeySigningRefused | SigningKeyInvalid | KeyEventTooNew

/** An event that the first program cannot read, while the ledger may get no other. */
export class KeyEventTooNew extends Schema.TaggedError<KeyEventTooNew>()("KeyEventTooNew", {}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return "Version 0.1.0 cannot read this event: it knows neither contacts and expiries nor changes of keys. Leave them out, or pass --key-events newest if no server runs that version."
  }
}

/** The commands on API keys, for any backend of their ledger. */
export class KeyStore extends Context.Service<
  KeyStore,
  {
    readonly ledger: KeyLedgerStore["Service"]
    readonly keys: Effect.Effect<KeyRegistry, KeyLedgerError>
    /** The key with this prefix and its successors, and perhaps others. A long ledger is not read as a whole for it. */
    readonly find: (keyPrefix: string) => Effect.Effect<KeyRegistry, KeyLedgerError>
    /** Also returns what `find` says of the key before, which includes the newest event. */
    readonly issue: (
      holder: KeyHolder,
      terms?: IssueTerms
    ) => Effect.Effect<NewApiKey & { readonly before: KeyRegistry }, AppendError | ExpiryPassed>
    /** Issues a key for each request in one step: all of them or none. */
    readonly issueAll: (
      requests: ReadonlyArray<KeyRequest>
    ) => Effect.Effect<ReadonlyArray<NewApiKey>, AppendError | ExpiryPassed>
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
    signingKeys: Effect.Effect<SigningKeys | undefined, SigningKeyInvalid> = Effect.undefined,
    schemas: KeyEventSchemas = "newest"
  ) =>
    Layer.effect(
      KeyStore,
      Effect.gen(function* () {
        const ledger = yield* KeyLedgerStore
        // What was verified once is not verified again for the next step of a command.
        let known = emptyKeyLedger
        const transact = <A extends Decision, E>(
          decide: (keys: KeyRegistry) => Result.Result<A, E>,
          subject?: string
        ) =>
          Effect.flatMap(signingKeys, (keys) =>
            ledger.transact(known, (registry) => Result.flatMap(decide(registry), requireReadable), keys, subject)
          )
        const requireReadable = <A extends Decision>(decision: A): Result.Result<A, KeyEventTooNew> =>
          schemas === "newest" || decision.events.every(isLowestKeyEvent)
            ? Result.succeed(decision)
            : Result.fail(new KeyEventTooNew())

        const decideEvent = <A extends KeyEvent, E>(
          keyPrefix: string,
          decide: (keys: KeyRegistry) => Result.Result<A, E>
        ) =>
          Effect.map(
            transact((keys) => Result.map(decide(keys), (event) => ({ events: [event], event })), keyPrefix),
            ({ event }) => event
          )

        const withNewKey = <E>(
          keys: KeyRegistry,
          decide: (key: KeyFingerprint) => Result.Result<KeyIssued, E | KeyPrefixTaken>
        ): Result.Result<NewApiKey, E | KeyPrefixTaken> => {
          const key = generateUnusedApiKey(keys, randomBytes)
          const decision = decide({ keyPrefix: toKeyPrefix(key), sha256: sha256(key) })
          return Result.map(decision, (event) => ({ key: Redacted.make(key), event }))
        }

        const keys = Effect.map(
          Effect.suspend(() => ledger.read(known)),
          (read) => {
            known = read
            return read.state
          }
        )

        return KeyStore.of({
          ledger,
          keys,
          find: Effect.fn("KeyStore.find")(function* (keyPrefix) {
            return (yield* ledger.readSubject(keyPrefix)) ?? (yield* keys)
          }),
          issue: Effect.fn("KeyStore.issue")(function* (holder, terms) {
            const date = yield* currentTime
            const attempt = Effect.suspend(() => {
              const key = generateApiKey(randomBytes)
              const fingerprint = { keyPrefix: toKeyPrefix(key), sha256: sha256(key) }
              const decision = transact((before) => {
                const decided = issue(before, { key: fingerprint, holder, date, ...terms })
                return Result.map(decided, (event) => ({ events: [event], event, before }))
              }, fingerprint.keyPrefix)
              return Effect.map(decision, ({ before, event }) => ({ key: Redacted.make(key), event, before }))
            })
            return yield* Effect.retry(attempt, { while: ({ _tag }) => _tag === "KeyPrefixTaken" })
          }, dieIfTaken),
          issueAll: Effect.fn("KeyStore.issueAll")(function* (requests) {
            const date = yield* currentTime
            const { issued } = yield* transact((keys) => {
              const draft = new Map(keys)
              const decisions = requests.map((request) =>
                Result.map(
                  withNewKey(draft, (key) => issue(draft, { key, date, ...request })),
                  (issued) => {
                    draft.set(issued.event.identifier, issued.event)
                    return issued
                  }
                )
              )
              return Result.map(Result.all(decisions), (issued) => ({
                issued,
                events: issued.map(({ event }) => event)
              }))
            })
            return issued
          }, dieIfTaken),
          rotate: Effect.fn("KeyStore.rotate")(function* (keyPrefix, terms) {
            const date = yield* currentTime
            const { issued } = yield* transact((keys) =>
              Result.map(
                withNewKey(keys, (key) => rotate(keys, { keyPrefix, key, date, ...terms })),
                (issued) => ({ events: [issued.event], issued })
              )
            )
            return issued
          }, dieIfTaken),
          change: Effect.fn("KeyStore.change")(function* (keyPrefix, terms, actor) {
            const date = yield* currentTime
            return yield* decideEvent(keyPrefix, (keys) => change(keys, { keyPrefix, terms, date, actor }))
          }),
          revoke: Effect.fn("KeyStore.revoke")(function* (keyPrefix, reason, actor) {
            const date = yield* currentTime
            return yield* decideEvent(keyPrefix, (keys) => revoke(keys, { keyPrefix, reason, date, actor }))
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
