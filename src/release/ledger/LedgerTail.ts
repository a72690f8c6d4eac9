import * as Result from "effect/Result"
import {
  emptyLedgerFile,
  type ChainBroken,
  extendsChain,
  makePrefix,
  readAppended,
  type LedgerPrefix
} from "../../domain/ledger/HashChain.ts"
import { releaseEventCodec, leavesOf } from "../../domain/release/ReleaseEvent.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { fold, parseLedger, type Ledger } from "./Ledger.ts"

/** A verified ledger of releases without its text: how far it was read, and what its events lead to. */
export interface LedgerState extends LedgerPrefix, Pick<Ledger, "events" | "history" | "leaves"> {}

export const ledgerStateOf = ({ events, head, history, leaves, text }: Ledger): LedgerState => ({
  ...makePrefix(sha256, new TextEncoder().encode(text), head),
  events,
  history,
  leaves
})

/**
 * Reads a ledger again that may have grown. Fails if it is damaged, or no longer holds what it held.
 * Only what was appended is verified: a long history takes a tenth of a second, and requests wait meanwhile.
 */
export const rereadLedger = (before: LedgerState, bytes: Uint8Array): Result.Result<LedgerState, ChainBroken> => {
  if (bytes.length === 0) return Result.fail(emptyLedgerFile())
  const appended = readReleases(before, bytes)
  return appended === undefined
    ? Result.flatMap(parseLedger(bytes), (ledger) =>
        Result.map(extendsChain(ledger.text, before.head), () => ledgerStateOf(ledger))
      )
    : Result.flatMap(appended, (chain) =>
        Result.map(fold(before.history, chain.events, before.head), (history) => ({
          ...makePrefix(sha256, bytes, chain.head),
          events: [...before.events, ...chain.events],
          history,
          leaves: [...before.leaves, ...leavesOf(chain, before.head)]
        }))
      )
}

const readReleases = readAppended(sha256, releaseEventCodec)
