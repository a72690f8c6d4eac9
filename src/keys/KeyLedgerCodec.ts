import * as Result from "effect/Result"
import { type KeyEvent, keyEventCodec, keyLeavesOf } from "../domain/keys/KeyEvent.ts"
import { emptyKeyRegistry, replay, type KeyRegistry } from "../domain/keys/KeyRegistry.ts"
import {
  ChainBroken,
  extendsChain,
  genesis,
  seal,
  verifyChain,
  type Chain,
  decodeLedger,
  makePrefix,
  readAppended,
  type LedgerPrefix
} from "../domain/ledger/HashChain.ts"
import type { LogLeaf } from "../domain/transparency/LogLeaf.ts"
import { sha256 } from "../platform/Sha256.ts"

/** A verified ledger of API keys: the fold of its events, and the prefix after which reading can go on. */
export interface KeyLedger extends LedgerPrefix {
  readonly keys: KeyRegistry
  /** What the transparency log says of each event. */
  readonly leaves: ReadonlyArray<LogLeaf>
}

export const emptyKeyLedger: KeyLedger = {
  ...makePrefix(sha256, new Uint8Array(), genesis),
  keys: emptyKeyRegistry,
  leaves: []
}

/**
 * Verifies and folds the bytes of a ledger. Fails if they no longer contain what was known: ledgers only grow, and a
 * shorter one may be valid and would reactivate revoked keys. Only appended lines are verified, since a long ledger
 * takes a tenth of a second and requests wait meanwhile.
 */
export const parseKeyLedger = (bytes: Uint8Array, known: KeyLedger): Result.Result<KeyLedger, ChainBroken> => {
  const appended = readAppendedKeys(known, bytes)
  if (appended !== undefined) return Result.flatMap(appended, (chain) => fold(bytes, chain, known))
  return Result.flatMap(decodeLedger(bytes, genesis), (text) =>
    Result.flatMap(verifyKeyChain(text), (chain) =>
      Result.flatMap(extendsChain(text, known.head), () => fold(bytes, chain, emptyKeyLedger))
    )
  )
}

/** Verifies and folds lines that continue a known ledger, whose own bytes are not read again. */
export const extendKeyLedger = (appended: Uint8Array, known: KeyLedger): Result.Result<KeyLedger, ChainBroken> =>
  Result.flatMap(decodeLedger(appended, known.head), (text) =>
    Result.flatMap(verifyKeyChain(text, known.head), (chain) =>
      Result.map(fold(appended, chain, known), (ledger) => ({
        ...ledger,
        bytes: known.bytes + appended.length,
        // The digest of all bytes is unknown, so that the next reading of all of them verifies all.
        digest: ""
      }))
    )
  )

/** The events of a ledger that was verified. */
export const readKeyEvents = (bytes: Uint8Array): ReadonlyArray<KeyEvent> =>
  Result.getOrThrow(Result.flatMap(decodeLedger(bytes, genesis), (text) => verifyKeyChain(text))).events

/** Encodes events as the lines, without their line breaks, that continue a ledger. */
export const encodeKeyEvents = (
  { head }: Pick<KeyLedger, "head">,
  events: ReadonlyArray<KeyEvent>
): ReadonlyArray<string> => {
  let before = head
  return events.map((event) => {
    const sealed = seal(sha256, keyEventCodec, before, event)
    before = sealed.head
    return sealed.line
  })
}

const fold = (bytes: Uint8Array, chain: Chain<KeyEvent>, before: KeyLedger): Result.Result<KeyLedger, ChainBroken> =>
  Result.mapBoth(replay(chain.events, before.keys), {
    onFailure: ({ index, violation }) =>
      new ChainBroken({ line: before.head.sequence + index + 1, problem: { _tag: "Contradiction", violation } }),
    onSuccess: (keys) => ({
      ...makePrefix(sha256, bytes, chain.head),
      keys,
      leaves: [...before.leaves, ...keyLeavesOf(chain, before.head)]
    })
  })

const readAppendedKeys = readAppended(sha256, keyEventCodec)
const verifyKeyChain = verifyChain(sha256, keyEventCodec)
