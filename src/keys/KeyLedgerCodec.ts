import * as Result from "effect/Result"
import { type KeyEvent, keyEventCodec } from "../domain/keys/KeyEvent.ts"
import { emptyKeyRegistry, evolve, replay, type KeyRegistry } from "../domain/keys/KeyRegistry.ts"
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
import type { MerklePeaks } from "../domain/transparency/MerkleTree.ts"
import { sha256 } from "../platform/Sha256.ts"
import { peaksOfSeal, type KeySeal } from "./KeySeal.ts"

/** A verified ledger: the fold of its events, and the prefix after which reading can go on. */
export interface EventLedger<S> extends LedgerPrefix {
  readonly state: S
  /** What the transparency log says of each event. */
  readonly leaves: ReadonlyArray<LogLeaf>
  /** The bytes that the last reading added to what was known. */
  readonly appended: Uint8Array
  /** The beginning of the log that `leaves` lacks, because only events of one subject were read of it. */
  readonly peaks?: MerklePeaks
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
  /** Reads what a ledger says of one subject. Without it, ledgers are always read as a whole. */
  readonly bySubject?: {
    /** Applies an event that was verified before. */
    readonly evolve: (before: S, event: E) => S
    /** Finds the subjects in a line, in quotation marks. */
    readonly pattern: RegExp
  }
}

/** Makes the codec of the ledgers of one subject. */
export const makeLedgerCodec = <S, E extends Event>({
  empty: state,
  events,
  bySubject,
  replay,
  subject
}: LedgerEvents<S, E>) => {
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
        appended: bytes.subarray(before.bytes),
        ...(before.peaks === undefined ? {} : { peaks: before.peaks })
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
    /**
     * Folds some lines of a ledger up to a seal, which was verified as a whole: those of one subject, and the last one.
     * Returns `undefined` if one of them was altered, or the last is not that of the seal.
     */
    readSealed: (lines: ReadonlyArray<string>, seal: KeySeal): EventLedger<S> | undefined => {
      if (bySubject === undefined) return undefined
      const { hash, sequence } = seal
      let [partial, last]: [S, Head | undefined] = [state, undefined]
      for (const line of lines) {
        const [, previous, found] =
          /"previous":"(sha256:[0-9a-f]{64})","schema":\d+,"sequence":(\d+),[^{}]*\}$/.exec(line) ?? []
        const chain = verify(`${line}\n`, { hash: previous ?? "", sequence: Number(found) - 1 })
        if (Result.isFailure(chain)) return undefined
        partial = chain.success.events.reduce(bySubject.evolve, partial)
        last = chain.success.head
      }
      return last?.hash === hash && last.sequence === sequence
        ? { ...empty, head: last, state: partial, peaks: peaksOfSeal(seal) }
        : undefined
    },
    /** The texts by which lines are found that concern what these lines do. */
    subjectsIn: (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
      bySubject === undefined ? [] : lines.flatMap((line) => line.match(bySubject.pattern) ?? []),
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
  bySubject: { evolve, pattern: /"nil_[0-9A-Za-z]{8}"/g },
  replay
})

export const {
  empty: emptyKeyLedger,
  encode: encodeKeyEvents,
  parse: parseKeyLedger,
  readEvents: readKeyEvents
} = keyLedgerCodec
