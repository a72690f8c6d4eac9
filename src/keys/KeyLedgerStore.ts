import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type * as Stream from "effect/Stream"
import type { KeyEvent } from "../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import type { Event } from "../domain/ledger/EventCodec.ts"
import type { StoredCheckpoint } from "../domain/transparency/Checkpoint.ts"
import type { MerkleTree } from "../domain/transparency/MerkleTree.ts"
import type { SigningKeys } from "../transparency/SigningKeyConfig.ts"
import type { EventLedger } from "./KeyLedgerCodec.ts"
import type { KeyLedgerError, KeyLedgerNotEmpty, KeyLedgerUnavailable } from "./KeyLedgerError.ts"
import type { KeySigningRefusal, KeySigningRefused } from "./log/SignKeyLedger.ts"

/** A ledger with its checkpoint, as both were at one moment. */
export interface SignedLedger<S> {
  readonly ledger: EventLedger<S>
  /** The lines of the ledger, byte for byte. */
  readonly bytes: Uint8Array
  readonly log: MerkleTree
  /** `undefined` for a ledger that is not signed. Its signatures are not verified yet. */
  readonly checkpoint: StoredCheckpoint | undefined
}

export type SignedKeyLedger = SignedLedger<KeyRegistry>

/** What a command decided. */
export interface Decision<E extends Event = KeyEvent> {
  readonly events: ReadonlyArray<E>
}

/** The verified events and the checkpoint that another ledger is to hold. */
export type KeyLedgerCopy = Pick<SignedLedger<unknown>, "bytes" | "checkpoint">

/** The port of a backend that stores events in order. Several processes may use it concurrently. */
export interface LedgerStore<S, Ev extends Event> {
  /** The location for messages, without secrets. */
  readonly location: string
  /**
   * Verifies what was appended since the known ledger and returns the current one. Fails with `KeyLedgerBroken` also
   * if the stored events no longer contain the known ones.
   */
  readonly read: (known: EventLedger<S>) => Effect.Effect<EventLedger<S>, KeyLedgerError>
  /**
   * Reads what the ledger says of one subject, and its newest event. A long ledger that was verified before, and has not
   * changed since, is not verified again: the events that do not name the subject are not read. `undefined` for any other.
   */
  readonly readSubject: (subject: string) => Effect.Effect<S | undefined, KeyLedgerUnavailable>
  /** A token that differs whenever the ledger does, cheap enough to poll; `undefined` if no ledger exists yet. */
  readonly revision: Effect.Effect<string | undefined, KeyLedgerUnavailable>
  /** Like `read`, with the checkpoint. Fails with `KeyCheckpointRejected` for a checkpoint that does not fit the ledger. */
  readonly readSigned: (known: EventLedger<S>) => Effect.Effect<SignedLedger<S>, KeyLedgerError>
  /** Like `revision`, for the ledger and its checkpoint. */
  readonly signedRevision: Effect.Effect<string | undefined, KeyLedgerUnavailable>
  /** Emits if the revision may have changed. May miss changes, so callers MUST poll as well. */
  readonly changes: Stream.Stream<void>
  /** How often to poll: seldom if `changes` tells of nearly all, since many servers may ask one database. */
  readonly pollInterval: Duration.Duration
  /**
   * Appends the events of a decision in one step, and returns the decision. Reads on from the known ledger, as `read`
   * does. If another process appends first, calls `decide` again with the newer state, so `decide` MUST NOT keep
   * state across calls. The keys sign the new ledger in the same atomic step; without keys, or with others than before,
   * a signed ledger refuses the events. If all that the decision needs to know is about one subject, reads only that, as
   * `readSubject` does.
   */
  readonly transact: <A extends Decision<Ev>, E>(
    known: EventLedger<S>,
    decide: (state: S) => Result.Result<A, E>,
    signingKeys: SigningKeys | undefined,
    subject?: string
  ) => Effect.Effect<A, E | KeyLedgerError | KeySigningRefused>
  /** Gives the present ledger another checkpoint, and returns the ledger with the one before. */
  readonly writeCheckpoint: (
    sign: (present: SignedLedger<S>) => Result.Result<string, KeySigningRefusal>
  ) => Effect.Effect<SignedLedger<S>, KeyLedgerError | KeySigningRefused>
  /** Fills a ledger without events with the verified events and the checkpoint of another one. */
  readonly fill: (copy: KeyLedgerCopy) => Effect.Effect<void, KeyLedgerError | KeyLedgerNotEmpty>
}

/** The ledger of API keys. */
export class KeyLedgerStore extends Context.Service<KeyLedgerStore, LedgerStore<KeyRegistry, KeyEvent>>()(
  "taxonomy-licensing-data-service/keys/KeyLedgerStore"
) {}
