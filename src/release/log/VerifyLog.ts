import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Finding } from "../../domain/Finding.ts"
import { compareWithLog, type StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import type { LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import { LogRejected } from "../../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import {
  verifyCheckpoint,
  type TrustPolicy,
  type VerifiedCheckpoint
} from "../../domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../platform/WebCrypto.ts"
import { CheckpointBroken } from "../../transparency/CheckpointFiles.ts"
import { readCheckpoint } from "./CheckpointFile.ts"
import { KeptCheckpointOfOtherLog, type KeptCheckpoint } from "./KeptCheckpoint.ts"
import { toSignedFacts, type LogFacts } from "./LogFacts.ts"
import { checkpointFinding, keptFinding, unsignedFinding } from "./LogFindings.ts"
import { makeLogTree } from "./LogTree.ts"

/** What a reader demands of a log, beyond a checkpoint that fits the ledger if there is one. */
export interface LogDemands {
  /** Whose signatures must cover the whole ledger. */
  readonly trust?: TrustPolicy | undefined
  /** An older checkpoint, since which the log must only have grown. */
  readonly kept?: KeptCheckpoint | undefined
}

export interface LogVerification {
  /** `undefined` if the checkpoint is not one of this ledger. */
  readonly log: LogFacts | undefined
  readonly findings: ReadonlyArray<Finding>
}

/**
 * Verifies the checkpoint of a ledger, and what a reader demands of it. Fails with `KeptCheckpointOfOtherLog`, or if a
 * file cannot be read.
 */
export const verifyLog = Effect.fn("verifyLog")(function* (
  releases: string,
  leaves: ReadonlyArray<LogLeaf>,
  { kept, trust }: LogDemands
) {
  const tree = makeLogTree(leaves)
  const read = yield* Effect.catchTag(readCheckpoint(releases, tree), "CheckpointBroken", Effect.succeed)
  const grown = kept === undefined ? [] : yield* verifyGrowth(kept, tree, trust)
  const isBroken = Schema.is(CheckpointBroken)
  const origin = isBroken(read) ? undefined : read?.origin
  if (kept !== undefined && origin !== undefined && grown.length === 0 && kept.origin !== origin) {
    return yield* new KeptCheckpointOfOtherLog({ file: kept.file, kept: kept.origin, origin })
  }
  const own: LogVerification = isBroken(read)
    ? { log: undefined, findings: [checkpointFinding(read.cause.problem, read.file)] }
    : read === undefined
      ? // A kept checkpoint shows that the log was signed.
        verifyUnsigned(leaves.length, trust !== undefined || kept !== undefined)
      : yield* verifySignatures(read, leaves.length, trust)
  const verification: LogVerification = { log: own.log, findings: [...own.findings, ...grown] }
  return verification
})

const verifyUnsigned = (events: number, isSignatureNeeded: boolean): LogVerification => ({
  log: { signed: false, events },
  findings: isSignatureNeeded ? [unsignedFinding({ events, size: null })] : []
})

const verifySignatures = Effect.fnUntraced(function* (
  stored: StoredCheckpoint,
  events: number,
  trust: TrustPolicy | undefined
) {
  const { size, source } = stored
  const verified = trust === undefined ? undefined : yield* verifyTrusted(source, trust)
  const verification: LogVerification = {
    log: toSignedFacts(stored, events, verified?.checkpoint),
    findings: [
      ...(verified?.findings ?? []),
      ...(trust === undefined || size === events ? [] : [unsignedFinding({ events, size })])
    ]
  }
  return verification
})

/** Verifies the signatures. A quorum that is not met leaves the signatures valid. */
const verifyTrusted = Effect.fnUntraced(function* (
  source: string,
  trust: TrustPolicy
): Effect.fn.Return<{ readonly checkpoint?: VerifiedCheckpoint; readonly findings: ReadonlyArray<Finding> }> {
  const verified = yield* verifyWith(source, trust)
  if (Result.isSuccess(verified)) return { checkpoint: verified.success, findings: [] }
  const { problem } = verified.failure
  const findings = [checkpointFinding(problem)]
  if (problem._tag !== "QuorumNotMet") return { findings }
  const without = yield* verifyWith(source, { ...trust, quorum: 0 })
  return { ...(Result.isSuccess(without) ? { checkpoint: without.success } : {}), findings }
})

const verifyGrowth = Effect.fnUntraced(function* (
  kept: KeptCheckpoint,
  tree: MerkleTree,
  trust: TrustPolicy | undefined
): Effect.fn.Return<ReadonlyArray<Finding>> {
  const problem = compareWithLog(kept, tree, "CheckpointAhead")
  if (problem === undefined) return []
  const isSigned =
    trust === undefined ? null : Result.isSuccess(yield* verifyWith(kept.source, { logKeys: trust.logKeys }))
  return [keptFinding(problem, kept.file, isSigned)]
})

const verifyWith = (source: string, trust: TrustPolicy) =>
  Effect.result(
    Effect.tryPromise({
      try: () => verifyCheckpoint(webCrypto, source, trust),
      catch: (cause) => {
        if (cause instanceof LogRejected) return cause
        throw cause
      }
    })
  )
