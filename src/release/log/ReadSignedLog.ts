import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import type { LogProblem } from "../../domain/transparency/LogProblem.ts"
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { CheckpointBroken } from "../../transparency/CheckpointFiles.ts"
import { tryVerify } from "../../transparency/TryLog.ts"
import type { LedgerState } from "../Ledger.ts"
import { checkpointFile, readCheckpoint, makeLogTree } from "./CheckpointFile.ts"
import type { SignedLog } from "./ProveArtifact.ts"

/** A verified ledger and its log, `undefined` if that is not signed. */
export interface LedgerWithLog {
  readonly ledger: LedgerState
  readonly log: SignedLog | undefined
}

/** How far a ledger must be signed. */
export interface RequiredSignature {
  /** Keys of which one must have signed the whole ledger. None allows an unsigned log. */
  readonly trustedKeys: ReadonlyArray<VerifierKey>
  /** How many events were signed before, and must stay it. 0 for a log that was not signed. */
  readonly signedBefore: number
}

/** The log is not signed as far as it must be. */
export class LogUnsigned extends Schema.TaggedError<LogUnsigned>()("LogUnsigned", {
  /** The events that the checkpoint covers; `undefined` without one. */
  covered: Schema.UndefinedOr(Schema.Natural),
  /** The events that it must cover. */
  required: Schema.Natural
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return this.covered === undefined
      ? `${checkpointFile} is missing, so nobody vouches for the ledger`
      : `${checkpointFile} covers only ${this.covered} of the ${this.required} events that must be signed`
  }
}

/**
 * Reads the checkpoint of a ledger and what proofs are made from; `undefined` for a log that is not signed. Fails with
 * `CheckpointBroken` for a checkpoint that does not fit the ledger or that no trusted key signed, and with `LogUnsigned`.
 */
export const readSignedLog = Effect.fn("readSignedLog")(function* (
  releases: string,
  { leaves }: Pick<LedgerState, "leaves">,
  { signedBefore, trustedKeys }: RequiredSignature
): Effect.fn.Return<SignedLog | undefined, CheckpointBroken | LogUnsigned | PlatformError> {
  const tree = makeLogTree(leaves)
  const checkpoint = yield* readCheckpoint(releases, tree)
  const isTrusted = trustedKeys.length > 0
  const required = isTrusted ? leaves.length : signedBefore
  const covered = checkpoint?.size
  if ((covered ?? 0) < required) return yield* new LogUnsigned({ covered, required })
  if (checkpoint === undefined) return undefined
  if (isTrusted) yield* verifySigner(checkpoint, trustedKeys)
  return { leaves, tree, checkpoint }
})

/** Fails with `CheckpointBroken` for a checkpoint that none of the keys signed. */
export const verifySigner = ({ source }: StoredCheckpoint, logKeys: ReadonlyArray<VerifierKey>) =>
  Effect.mapError(tryVerify(source, { logKeys }), (cause) => new CheckpointBroken({ file: checkpointFile, cause }))

/** True for what a copy that is under way leads to: a checkpoint that is missing, incomplete or ahead of its ledger. */
export const isIncomplete = (error: CheckpointBroken | LogUnsigned): boolean =>
  error._tag === "LogUnsigned" || incompleteTags.has(error.cause.problem._tag)

const incompleteTags: ReadonlySet<LogProblem["_tag"]> = new Set(["LogTruncated", "NotANote", "NotACheckpoint"])
