import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type * as Stream from "effect/Stream"
import type { KeyEvent } from "../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import type { KeyLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError, KeyLedgerUnavailable } from "./KeyLedgerError.ts"

/** The port of a backend that stores the events of API keys in order. Several processes may use it concurrently. */
export class KeyLedgerStore extends Context.Service<
  KeyLedgerStore,
  {
    /** The location for messages, without secrets. */
    readonly location: string
    /**
     * Verifies what was appended since the known ledger and returns the current one. Fails with `KeyLedgerBroken` also
     * if the stored events no longer contain the known ones.
     */
    readonly read: (known: KeyLedger) => Effect.Effect<KeyLedger, KeyLedgerError>
    /** A token that differs whenever the ledger does, cheap enough to poll; `undefined` if no ledger exists yet. */
    readonly revision: Effect.Effect<string | undefined, KeyLedgerUnavailable>
    /** Emits if the revision may have changed. May miss changes, so callers MUST poll as well. */
    readonly changes: Stream.Stream<void>
    /**
     * Appends the event of a decision and returns the decision. If another process appends first, calls `decide` again
     * with the newer registry, so `decide` MUST NOT keep state across calls.
     */
    readonly transact: <A extends { readonly event: KeyEvent }, E>(
      decide: (keys: KeyRegistry) => Result.Result<A, E>
    ) => Effect.Effect<A, E | KeyLedgerError>
  }
>()("taxonomy-licensing-data-service/keys/KeyLedgerStore") {}
