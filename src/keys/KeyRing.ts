import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { genesis } from "../domain/HashChain.ts"
import { authenticatorOf, type Authenticator, type ExtraKey } from "./Authentication.ts"
import { KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import { KeyStore } from "./KeyStore.ts"

/** The keys as they stand, in memory, for the hot path: whoever holds the ring decides a request without waiting. */
export class KeyRing extends Context.Service<KeyRing, { readonly authenticate: Authenticator }>()(
  "taxonomy-licensing-data-service/keys/KeyRing"
) {
  /**
   * Follows the store: new keys and revocations are in force within about `pollEvery` (250 ms). A ledger that cannot
   * be read at the start fails the layer; one that turns unreadable later, or no longer holds what it did, leaves the
   * last good keys in force.
   */
  static readonly layer = (options?: {
    readonly extraKeys?: ReadonlyArray<ExtraKey>
    readonly pollEvery?: Duration.Input
  }) =>
    Layer.effect(
      KeyRing,
      Effect.gen(function* () {
        const store = yield* KeyStore
        const extraKeys = options?.extraKeys ?? []
        // Ledgers only grow. A shorter one may be sound, and would bring revoked keys back.
        let reached = genesis
        const load = Effect.map(
          Effect.suspend(() => store.since(reached)),
          ({ head, keys }) => {
            reached = head
            return authenticatorOf(keys, extraKeys)
          }
        )

        // Read before the keys: what changes in between is seen at the next look.
        let seen: Seen = { revision: yield* store.revision, sound: true }
        let current = yield* load
        let failing = false

        const refresh = Effect.gen(function* () {
          const revision = yield* store.revision
          if (revision !== seen.revision) {
            if (revision === undefined) return yield* gone(store.location)
            // A broken ledger is not read again until it changes.
            seen = { revision, sound: false }
            current = yield* Effect.tapErrorTag(load, "KeyLedgerUnavailable", () =>
              Effect.sync(() => {
                seen = { revision: undefined, sound: false }
              })
            )
            seen = { revision, sound: true }
          }
          if (!failing || !seen.sound) return
          failing = false
          yield* Effect.logInfo("The key ledger can be read again")
        })

        const reportOnce = (error: unknown) => {
          if (failing) return Effect.void
          failing = true
          return Effect.logError("The last good keys stay in force", error instanceof Error ? error.message : error)
        }

        yield* refresh.pipe(
          Effect.catch(reportOnce),
          // Without this, a mistake in here would end the fiber, and no revocation would be seen again.
          Effect.catchDefect(reportOnce),
          Effect.repeat(Schedule.spaced(options?.pollEvery ?? Duration.millis(250))),
          Effect.forkScoped
        )
        return KeyRing.of({ authenticate: (authorization) => current(authorization) })
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
