import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type * as Stream from "effect/Stream"
import type { KeyEvent } from "../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import type { KeyLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError, KeyLedgerUnavailable } from "./KeyLedgerError.ts"

/** Where the events of keys are kept, in their order and never altered. Many processes may use one at once. */
export class KeyLedgerStore extends Context.Service<
  KeyLedgerStore,
  {
    /** Where that is, for messages; without what is secret about it. */
    readonly location: string
    /**
     * The ledger as it stands, every event of it verified. Fails with `KeyLedgerBroken` also where it no longer holds
     * what was read before.
     */
    readonly read: (before: KeyLedger) => Effect.Effect<KeyLedger, KeyLedgerError>
    /** A text that differs whenever the ledger does, cheap enough to poll; nothing where there is no ledger yet. */
    readonly revision: Effect.Effect<string | undefined, KeyLedgerUnavailable>
    /** Says that the revision may have changed. It may miss changes: it saves waiting, and polling is still needed. */
    readonly changes: Stream.Stream<void>
    /**
     * Adds the event that `decide` finds, and gives back what it decided. Nobody else adds one in between; where
     * somebody did, `decide` is asked again.
     */
    readonly transact: <A extends { readonly event: KeyEvent }, E>(
      decide: (keys: KeyRegistry) => Result.Result<A, E>
    ) => Effect.Effect<A, E | KeyLedgerError>
  }
>()("taxonomy-licensing-data-service/keys/KeyLedgerStore") {}
