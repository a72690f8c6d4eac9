import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import { parseStoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { findSigningRefusal, signWholeLog } from "../../transparency/SignWholeLog.ts"
import { encodeKeyEvent, parseKeyLedger } from "../KeyLedgerCodec.ts"
import { KeyCheckpointRejected } from "../KeyLedgerError.ts"
import type { SignedKeyLedger } from "../KeyLedgerStore.ts"
import type { KeySigningRefusal } from "./KeySigningRefused.ts"

/** What a ledger becomes by an event. */
export interface NextKeyLedger {
  /** The line of the event, without its line break. */
  readonly line: string
  readonly bytes: Uint8Array
  /** The checkpoint; `undefined` for a ledger that is not signed. */
  readonly note: string | undefined
}

/**
 * Appends an event to a ledger and signs the result. Refuses to cover events that nobody has signed: whoever can write
 * the ledger may have invented them, and removed a checkpoint to hide it.
 */
export const signNextEvent = (
  { bytes, checkpoint, ledger, log }: SignedKeyLedger,
  event: KeyEvent,
  signingKeys: SigningKeys | undefined
): Result.Result<NextKeyLedger, KeySigningRefusal> => {
  const refusal = findSigningRefusal(checkpoint, signingKeys)
  if (refusal !== undefined) return Result.fail(refusal)
  const covered = checkpoint?.size ?? 0
  if (signingKeys !== undefined && covered < log.size) {
    return Result.fail({ _tag: "EventsUnsigned", covered, events: log.size })
  }
  const line = encodeKeyEvent(ledger, event)
  const next = Buffer.concat([bytes, Buffer.from(line)])
  const { leaves } = Result.getOrThrow(parseKeyLedger(next, ledger))
  return Result.succeed({
    line: line.trimEnd(),
    bytes: next,
    note: signingKeys === undefined ? undefined : signWholeLog(makeLogTree(leaves), signingKeys)
  })
}

export interface SignOptions {
  /** True to replace a key of which no signature is needed any more, because it is lost or stolen. */
  readonly isKeyReplaced: boolean
  /** True to cover the events after the checkpoint, too. */
  readonly acceptsUnsigned: boolean
}

/** Another checkpoint of the present ledger: the first one, or one of other keys. */
export const signPresentLedger = (
  { checkpoint, log }: Pick<SignedKeyLedger, "checkpoint" | "log">,
  signingKeys: SigningKeys,
  { acceptsUnsigned, isKeyReplaced }: SignOptions
): Result.Result<string, KeySigningRefusal> => {
  if (log.size === 0) return Result.fail({ _tag: "NoEvents" })
  const refusal = findSigningRefusal(checkpoint, signingKeys)
  if (refusal !== undefined && !(refusal._tag === "OtherKey" && isKeyReplaced)) return Result.fail(refusal)
  return checkpoint !== undefined && checkpoint.size < log.size && !acceptsUnsigned
    ? Result.fail({ _tag: "EventsUnsigned", covered: checkpoint.size, events: log.size })
    : Result.succeed(signWholeLog(log, signingKeys, checkpoint, isKeyReplaced))
}

/** Parses the checkpoint of a ledger, if it has one. Fails with `KeyCheckpointRejected`. */
export const parseKeyCheckpoint = (location: string, source: string | undefined, log: MerkleTree) =>
  source === undefined
    ? Effect.undefined
    : Effect.try({
        try: () => parseStoredCheckpoint(source, log),
        catch: (cause) => {
          if (cause instanceof LogRejected) return new KeyCheckpointRejected({ location, cause })
          throw cause
        }
      })
