import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import { expiryNoticeMillis } from "../domain/keys/KeyRegistry.ts"
import type { TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import { follow } from "../platform/Follow.ts"
import { makeKeyIndex, type Authenticator, type EphemeralKey } from "./Authentication.ts"
import { countExpiries } from "./ExpiryCounts.ts"
import { emptyKeyLedger } from "./KeyLedgerCodec.ts"
import { KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import { KeyStore } from "./KeyStore.ts"
import { readTrusted } from "./log/VerifyKeyLedger.ts"

/** How closely the keys in memory follow their ledger. */
export interface KeyRingStatus {
  /** Why a revocation may not be in force. */
  readonly reason: string | undefined
  /** Milliseconds since the keys were last known to be those of the ledger. */
  readonly ageMillis: number
  /** The number of keys in the ledger that are neither revoked nor expired. */
  readonly active: number
  /** Those of them that expire within 14 days. */
  readonly expiringSoon: number
  /** The hash of the newest event in the ledger. */
  readonly ledgerHash: string
  /** The location of the ledger if it is missing or empty, unless there is an ephemeral key. */
  readonly noKeysAt?: string
}

/** The API keys in memory, for the hot path: a request is authenticated without waiting. */
export class KeyRing extends Context.Service<
  KeyRing,
  { readonly authenticate: Authenticator; readonly status: () => KeyRingStatus }
>()("taxonomy-licensing-data-service/keys/KeyRing") {
  /**
   * Follows the ledger. New keys and revocations are in force at once if the backend announces changes, and within
   * `pollInterval` otherwise, which is 250 ms for a file. If the ledger cannot be read at the start, the layer fails; later, the last good
   * keys stay in force. With `trust`, a ledger that is empty, or has an event that no trusted key signed, cannot be
   * read.
   */
  static readonly layer = (options?: {
    readonly ephemeralKeys?: ReadonlyArray<EphemeralKey>
    readonly pollInterval?: Duration.Input
    /** Reads the ledger again at once for each element. */
    readonly reloads?: Stream.Stream<void>
    readonly trust?: TrustPolicy | undefined
  }) =>
    Layer.effect(
      KeyRing,
      Effect.gen(function* () {
        const { ledger } = yield* KeyStore
        const clock = yield* Clock.Clock
        let known = emptyKeyLedger
        let expiries = countExpiries(known.state)
        const ephemeralKeys = options?.ephemeralKeys ?? []
        const index = makeKeyIndex(ephemeralKeys, () => clock.currentTimeMillisUnsafe())
        const apply = (next: typeof known) =>
          Effect.sync(() => {
            known = next
            expiries = countExpiries(next.state)
            index.update(next.state)
          })

        const trust = options?.trust
        const currentRevision = trust === undefined ? ledger.revision : ledger.signedRevision
        const read = Effect.suspend(() =>
          trust === undefined ? ledger.read(known) : readTrusted(ledger, known, trust)
        )
        // Before the keys, so that the next poll sees changes in between.
        const revision = yield* currentRevision
        yield* Effect.flatMap(read, apply)

        const status = yield* follow({
          name: "KeyRing.refresh",
          applied: { revision },
          revision: Effect.filterOrFail(
            currentRevision,
            // Ledgers only grow, so a missing one means a lost disk, not the revocation of every key.
            (revision) => revision !== undefined || known.head.sequence === 0,
            () => new KeyLedgerUnavailable({ location: ledger.location, reason: "it is missing" })
          ),
          read,
          apply,
          isPermanent: ({ _tag }) => _tag !== "KeyLedgerUnavailable",
          reportOnce: ({ _tag }) => _tag,
          interval: Duration.fromInputUnsafe(options?.pollInterval ?? ledger.pollInterval),
          wakeups: ledger.changes,
          reloads: options?.reloads,
          onFailure: (message) => Effect.logError(`The last good keys stay in force: ${message}`),
          onRecovery: Effect.logInfo("The key ledger can be read again")
        })

        return KeyRing.of({
          authenticate: index.authenticate,
          status: () => {
            const { ageMillis, failure, overdue } = status()
            return {
              reason:
                failure ?? (overdue === undefined ? undefined : `The key ledger ${ledger.location} does not respond`),
              ageMillis,
              active: expiries.after(clock.currentTimeMillisUnsafe()),
              expiringSoon: expiries.within(clock.currentTimeMillisUnsafe(), expiryNoticeMillis),
              ledgerHash: known.head.hash,
              ...(known.head.sequence === 0 && ephemeralKeys.length === 0 ? { noKeysAt: ledger.location } : {})
            }
          }
        })
      })
    )
}

/** Why every API key is rejected, and what to do. */
export const describeNoKeys = (location: string): string =>
  `The key ledger ${location} is missing or empty, so every API key is rejected. Correct --keys, or issue the first key with taxonomy keys issue.`
