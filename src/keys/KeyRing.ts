import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { expiryNoticeMillis } from "../domain/keys/KeyRegistry.ts"
import type { TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import { follow } from "../platform/Follow.ts"
import { makeKeyIndex, type Authenticator, type EphemeralKey } from "./Authentication.ts"
import { countExpiries } from "./ExpiryCounts.ts"
import { emptyKeyLedger } from "./KeyLedgerCodec.ts"
import { KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import type { KeySnapshot } from "./KeySnapshot.ts"
import { KeyStore } from "./KeyStore.ts"
import { trustedReader } from "./log/VerifyKeyLedger.ts"

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
  /** True if the keys are those of the snapshot, since the ledger could not be read since the start. */
  readonly isFromSnapshot?: boolean
  /** Why the snapshot does not hold these keys. */
  readonly snapshotFailure?: string | undefined
  /** Why the keys are too old to accept requests with them. */
  readonly outdated?: string | undefined
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
   * read. With a snapshot, a ledger that is unavailable at the start is read from there.
   */
  static readonly layer = (options?: {
    readonly ephemeralKeys?: ReadonlyArray<EphemeralKey>
    readonly pollInterval?: Duration.Input
    /** Reads the ledger again at once for each element. */
    readonly reloads?: Stream.Stream<void>
    readonly trust?: TrustPolicy | undefined
    /** Opens the snapshot of the ledger at a location. */
    readonly snapshot?: ((location: string) => Effect.Effect<KeySnapshot, never, Scope.Scope>) | undefined
    /** How old the keys may be. Default: a day, and an hour after a start from the snapshot. */
    readonly maxAge?: Duration.Input | undefined
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
        const apply = (next: typeof known) => {
          known = { ...next, appended: emptyKeyLedger.appended }
          expiries = countExpiries(next.state)
          index.update(next.state)
        }

        const trust = options?.trust
        const reader = trustedReader(ledger, trust)
        const read = Effect.suspend(() => reader.read(known))
        const begin = Effect.gen(function* () {
          // Before the keys, so that the next poll sees changes in between.
          const revision = yield* reader.revision
          return { revision, keys: yield* read }
        })
        const snapshot = yield* options?.snapshot?.(ledger.location) ?? Effect.undefined
        const { keys, revision } = yield* Effect.catchTag(begin, "KeyLedgerUnavailable", (error) =>
          Effect.map(restore(error, snapshot, trust), (ledger) => ({ revision: undefined, keys: { ledger } }))
        )
        let isFromSnapshot = revision === undefined && keys.ledger.head.sequence > 0
        if (!isFromSnapshot) yield* snapshot?.begin(keys) ?? Effect.void
        apply(keys.ledger)

        const status = yield* follow({
          name: "KeyRing.refresh",
          ...(isFromSnapshot ? {} : { applied: { revision } }),
          revision: Effect.filterOrFail(
            reader.revision,
            // Ledgers only grow, so a missing one means a lost disk, not the revocation of every key.
            (revision) => revision !== undefined || known.head.sequence === 0,
            () => new KeyLedgerUnavailable({ location: ledger.location, reason: "it is missing" })
          ),
          read,
          apply: (next) =>
            Effect.suspend(() => {
              apply(next.ledger)
              isFromSnapshot = false
              return snapshot?.save(next) ?? Effect.void
            }),
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
            const reason =
              failure ?? (overdue === undefined ? undefined : `The key ledger ${ledger.location} does not respond`)
            const maxAge = options?.maxAge ?? (isFromSnapshot ? Duration.hours(1) : Duration.days(1))
            return {
              reason: isFromSnapshot
                ? [`The API keys are those of the snapshot ${snapshot?.file}.`, reason].join(" ").trim()
                : reason,
              ageMillis,
              isFromSnapshot,
              snapshotFailure: snapshot?.failure(),
              outdated:
                ageMillis <= Duration.toMillis(maxAge)
                  ? undefined
                  : `The key ledger ${ledger.location} could not be read for ${Duration.format(Duration.seconds(Math.floor(ageMillis / 1000)))}, so revoked keys may be accepted. Make it available again, or allow more with --keys-max-age.`,
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

/** The ledger of the snapshot, if there is one; fails otherwise for what keeps the ledger from being read. */
const restore = Effect.fnUntraced(function* (
  error: KeyLedgerUnavailable,
  snapshot: KeySnapshot | undefined,
  trust: TrustPolicy | undefined
) {
  const ledger = yield* snapshot?.restore(trust) ?? Effect.undefined
  if (ledger === undefined) return yield* error
  yield* Effect.annotateLogs(
    Effect.logWarning(`The API keys are read from the snapshot ${snapshot?.file}: ${error.message}`),
    { events: ledger.head.sequence, hash: ledger.head.hash }
  )
  return ledger
})

/** Why every API key is rejected, and what to do. */
export const describeNoKeys = (location: string): string =>
  `The key ledger ${location} is missing or empty, so every API key is rejected. Correct --keys, or issue the first key with taxonomy keys issue.`
