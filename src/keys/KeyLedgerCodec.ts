import * as Result from "effect/Result"
import { type KeyEvent, keyEventCodec } from "../domain/keys/KeyEvent.ts"
import { emptyKeyRegistry, replay, type KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import type { Event, EventCodec } from "../domain/ledger/EventCodec.ts"
import {
  ChainBroken,
  extendsChain,
  genesis,
  seal,
  verifyChain,
  type Chain,
  type Head,
  type InvariantViolation,
  decodeLedger,
  makePrefix,
  readAppended,
  type LedgerPrefix
} from "../domain/ledger/HashChain.ts"
import type { LogLeaf } from "../domain/transparency/LogLeaf.ts"
import { sha256 } from "../platform/Sha256.ts"

/** A verified ledger: the fold of its events, and the prefix after which reading can go on. */
export interface EventLedger<S> extends LedgerPrefix {
  readonly state: S
  /** What the transparency log says of each event. */
  readonly leaves: ReadonlyArray<LogLeaf>
  /** The bytes that the last reading added to what was known. */
  readonly appended: Uint8Array
}

/** A verified ledger of API keys. */
export type KeyLedger = EventLedger<KeyRegistry>

/** What the events of a ledger are about. It names tables, options and commands. */
export type LedgerSubject = "key" | "hook"

/** Reads and writes the ledgers of one subject. */
export type LedgerCodec<S, E extends Event> = ReturnType<typeof makeLedgerCodec<S, E>>

interface LedgerEvents<S, E extends Event> {
  readonly subject: LedgerSubject
  readonly events: EventCodec<E>
  /** The state before the first event. */
  readonly empty: S
  /** Folds events. Fails at the first that violates an invariant. */
  readonly replay: (
    events: ReadonlyArray<E>,
    before: S
  ) => Result.Result<S, { readonly index: number; readonly violation: InvariantViolation }>
}

/** Makes the codec of the ledgers of one subject. */
export const makeLedgerCodec = <S, E extends Event>({ empty: state, events, replay, subject }: LedgerEvents<S, E>) => {
  const verify = verifyChain(sha256, events)
  const readOn = readAppended(sha256, events)
  const empty: EventLedger<S> = {
    ...makePrefix(sha256, new Uint8Array(), genesis),
    state,
    leaves: [],
    appended: new Uint8Array()
  }

  const fold = (
    bytes: Uint8Array,
    chain: Chain<E>,
    before: EventLedger<S>
  ): Result.Result<EventLedger<S>, ChainBroken> =>
    Result.mapBoth(replay(chain.events, before.state), {
      onFailure: ({ index, violation }) =>
        new ChainBroken({ line: before.head.sequence + index + 1, problem: { _tag: "Contradiction", violation } }),
      onSuccess: (state) => ({
        ...makePrefix(sha256, bytes, chain.head),
        state,
        leaves: [...before.leaves, ...leavesOf(chain, before.head)],
        appended: bytes.subarray(before.bytes)
      })
    })

  return {
    subject,
    empty,
    /**
     * Verifies and folds the bytes of a ledger. Fails if they no longer contain what was known: ledgers only grow, and a
     * shorter one may be valid and would reactivate revoked keys. Only appended lines are verified, since a long ledger
     * takes a tenth of a second and requests wait meanwhile.
     */
    parse: (bytes: Uint8Array, known: EventLedger<S>): Result.Result<EventLedger<S>, ChainBroken> => {
      const appended = readOn(known, bytes)
      if (appended !== undefined) return Result.flatMap(appended, (chain) => fold(bytes, chain, known))
      return Result.flatMap(decodeLedger(bytes, genesis), (text) =>
        Result.flatMap(verify(text), (chain) =>
          Result.flatMap(extendsChain(text, known.head), () =>
            Result.map(fold(bytes, chain, empty), (ledger) => ({ ...ledger, appended: bytes.subarray(known.bytes) }))
          )
        )
      )
    },
    /** Verifies and folds lines that continue a known ledger, whose own bytes are not read again. */
    extend: (appended: Uint8Array, known: EventLedger<S>): Result.Result<EventLedger<S>, ChainBroken> =>
      Result.flatMap(decodeLedger(appended, known.head), (text) =>
        Result.flatMap(verify(text, known.head), (chain) =>
          Result.map(fold(appended, chain, known), (ledger) => ({
            ...ledger,
            bytes: known.bytes + appended.length,
            appended,
            // The digest of all bytes is unknown, so that the next reading of all of them verifies all.
            digest: ""
          }))
        )
      ),
    /** The events of a ledger that was verified. */
    readEvents: (bytes: Uint8Array): ReadonlyArray<E> =>
      Result.getOrThrow(Result.flatMap(decodeLedger(bytes, genesis), (text) => verify(text))).events,
    /** Encodes events as the lines, without their line breaks, that continue a ledger. */
    encode: ({ head }: Pick<EventLedger<S>, "head">, added: ReadonlyArray<E>): ReadonlyArray<string> => {
      let before = head
      return added.map((event) => {
        const sealed = seal(sha256, events, before, event)
        before = sealed.head
        return sealed.line
      })
    }
  }
}

/** The leaves of the transparency log for events that follow a head. They disclose none of the data. */
const leavesOf = ({ events, hashes }: Chain<Event>, { sequence }: Head): ReadonlyArray<LogLeaf> =>
  events.map(({ _tag: type }, index) => ({
    event: hashes[index] ?? "",
    manifest: null,
    sequence: sequence + index + 1,
    type,
    version: null
  }))

export const keyLedgerCodec = makeLedgerCodec<KeyRegistry, KeyEvent>({
  subject: "key",
  events: keyEventCodec,
  empty: emptyKeyRegistry,
  replay
})

export const {
  empty: emptyKeyLedger,
  encode: encodeKeyEvents,
  parse: parseKeyLedger,
  readEvents: readKeyEvents
} = keyLedgerCodec
