import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { isActive } from "../domain/keys/KeyRegistry.ts"
import { makeAuthenticator, type Authenticator, type EphemeralKey } from "./Authentication.ts"
import { emptyLedger, keysInForce, tornSentence } from "./KeyLedgerCodec.ts"
import { KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import { KeyStore } from "./KeyStore.ts"

/** How well the keys in force follow their ledger. */
export interface KeyRingStatus {
  /** Why a revocation may not be in force, where that lasts. */
  readonly reason: string | undefined
  /** Since the ledger was last seen to be sound, in milliseconds. */
  readonly ageMillis: number
  /** How many keys of the ledger are accepted. */
  readonly active: number
  /** Where there has been no ledger yet, so that no key is accepted. */
  readonly noLedgerAt?: string
}

/** The keys as they stand, in memory, for the hot path: whoever holds the ring decides a request without waiting. */
export class KeyRing extends Context.Service<
  KeyRing,
  { readonly authenticate: Authenticator; readonly status: () => KeyRingStatus }
>()("taxonomy-licensing-data-service/keys/KeyRing") {
  /**
   * Follows the ledger: new keys and revocations are in force at once where it says that it changed, and within about
   * `pollEvery` (250 ms) where it does not. A ledger that cannot be read at the start fails the layer; one that turns
   * unreadable later, or no longer holds what it did, leaves the last good keys in force. Where its last line was cut
   * short, the key that the line was about is not accepted.
   */
  static readonly layer = (options?: {
    readonly ephemeralKeys?: ReadonlyArray<EphemeralKey>
    readonly pollEvery?: Duration.Input
  }) =>
    Layer.effect(
      KeyRing,
      Effect.gen(function* () {
        const { ledger } = yield* KeyStore
        const ephemeralKeys = options?.ephemeralKeys ?? []
        let known = emptyLedger
        let active = 0
        const load = Effect.map(
          Effect.suspend(() => ledger.read(known)),
          (read) => {
            known = read
            const keys = keysInForce(read)
            active = [...keys.values()].filter(isActive).length
            return makeAuthenticator(keys, ephemeralKeys)
          }
        )

        // Read before the keys: what changes in between is seen at the next look.
        let seen: Seen = { revision: yield* ledger.revision, sound: true }
        let current = yield* load
        let failure: string | undefined
        let soundAt = performance.now()

        const refresh = Effect.gen(function* () {
          const revision = yield* ledger.revision
          if (revision !== seen.revision) {
            if (revision === undefined) return yield* gone(ledger.location)
            // A broken ledger is not read again until it changes.
            seen = { revision, sound: false }
            current = yield* Effect.tapErrorTag(load, "KeyLedgerUnavailable", () =>
              Effect.sync(() => {
                seen = { revision: undefined, sound: false }
              })
            )
            seen = { revision, sound: true }
          }
          if (!seen.sound) return
          soundAt = performance.now()
          if (failure === undefined) return
          failure = undefined
          yield* Effect.logInfo("The key ledger can be read again")
        })

        const reportOnce = (error: unknown) => {
          const before = failure
          failure = error instanceof Error ? error.message : String(error)
          return before === undefined ? Effect.logError(`The last good keys stay in force: ${failure}`) : Effect.void
        }

        const changes = yield* Queue.sliding<void>(1)
        yield* Effect.forkScoped(Stream.runForEach(ledger.changes, () => Queue.offer(changes, undefined)))
        const pollEvery = Duration.fromInputUnsafe(options?.pollEvery ?? Duration.millis(250))
        const untilNextLook = Effect.timeoutOption(Queue.take(changes), pollEvery)
        yield* refresh.pipe(
          Effect.catch(reportOnce),
          // Without this, a mistake in here would end the fiber, and no revocation would be seen again.
          Effect.catchDefect(reportOnce),
          Effect.andThen(untilNextLook),
          Effect.forever,
          Effect.forkScoped
        )
        const status = (): KeyRingStatus => {
          const ageMillis = performance.now() - soundAt
          return {
            reason:
              failure ??
              tornSentence(ledger.location, known) ??
              (ageMillis > mostAgeMillis + Duration.toMillis(pollEvery) ? unanswered(ledger.location) : undefined),
            ageMillis,
            active,
            ...(seen.revision === undefined && known.text === "" ? { noLedgerAt: ledger.location } : {})
          }
        }
        return KeyRing.of({ authenticate: (authorization) => current(authorization), status })
      })
    )
}

interface Seen {
  readonly revision: string | undefined
  /** Whether the keys in force are those of the revision. */
  readonly sound: boolean
}

// Ledgers only grow, so one that goes away is a disk that is not there rather than a wish to revoke every key.
const gone = (path: string) => new KeyLedgerUnavailable({ path, reason: "it is no longer there" })

/** Where neither an answer nor an error comes, for a look takes a few milliseconds. */
const mostAgeMillis = 5000
const unanswered = (path: string) => `The key ledger ${path} does not answer`
