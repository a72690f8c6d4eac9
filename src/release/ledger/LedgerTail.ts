import * as Result from "effect/Result"
import { emptyLedgerFile, type ChainBroken } from "../../domain/ledger/ChainBroken.ts"
import { extendsChain } from "../../domain/ledger/HashChain.ts"
import { makeCheckpoint, readAppended, type LedgerCheckpoint } from "../../domain/ledger/LedgerCheckpoint.ts"
import { releaseEventCodec } from "../../domain/release/ReleaseEventCodec.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { fold, parseLedger, type Ledger } from "./Ledger.ts"

/** A ledger of releases that was read: its checkpoint and its state, without its text. */
export interface ReleaseCheckpoint extends LedgerCheckpoint {
  readonly history: ReleaseHistory
}

export const checkpointOf = ({ head, history, text }: Ledger): ReleaseCheckpoint => ({
  ...makeCheckpoint(sha256, new TextEncoder().encode(text), head),
  history
})

/**
 * Reads a ledger again that may have grown since a checkpoint. Fails if it is damaged, or no longer holds what it held.
 * Only what was appended is verified: a long history takes a tenth of a second, and requests wait meanwhile.
 */
export const rereadLedger = (
  before: ReleaseCheckpoint,
  bytes: Uint8Array
): Result.Result<ReleaseCheckpoint, ChainBroken> => {
  if (bytes.length === 0) return Result.fail(emptyLedgerFile())
  const appended = readReleases(before, bytes)
  return appended === undefined
    ? Result.flatMap(parseLedger(bytes), (ledger) =>
        Result.map(extendsChain(ledger.text, before.head), () => checkpointOf(ledger))
      )
    : Result.flatMap(appended, ({ events, head }) =>
        Result.map(fold(before.history, events, before.head), (history) => ({
          ...makeCheckpoint(sha256, bytes, head),
          history
        }))
      )
}

const readReleases = readAppended(sha256, releaseEventCodec)
