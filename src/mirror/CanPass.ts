import type { ChainBroken } from "../domain/ledger/HashChain.ts"
import type { LogProblem } from "../domain/transparency/LogProblem.ts"
import type {
  OriginArtifactBroken,
  OriginCheckpointBroken,
  OriginLedgerBroken,
  OriginRefused,
  OriginRewritten,
  OriginUnsigned
} from "./OriginErrors.ts"

/** Errors in what an origin offers. */
export type OriginFault =
  | OriginArtifactBroken
  | OriginCheckpointBroken
  | OriginLedgerBroken
  | OriginRefused
  | OriginRewritten
  | OriginUnsigned

/**
 * True for what an origin shows for a while if its files arrive one after the other, or if caches before it keep some of
 * them longer than others: files of two versions.
 */
export const canPass = (fault: OriginFault): boolean => {
  switch (fault._tag) {
    case "OriginArtifactBroken":
      return fault.isMissing
    case "OriginCheckpointBroken":
      return passingCheckpoints.has(fault.cause.problem._tag)
    case "OriginLedgerBroken":
      return passingLedgers.has(fault.cause.problem._tag)
    case "OriginRefused":
      // A cache takes the condition of another client for one of this request.
      return fault.refusal._tag === "Status" && fault.refusal.status === 304
    case "OriginRewritten":
      return fault.offered !== undefined
    case "OriginUnsigned":
      return true
  }
}

const passingCheckpoints: ReadonlySet<LogProblem["_tag"]> = new Set([
  "LogTruncated",
  "NotANote",
  "NotACheckpoint",
  "QuorumNotMet"
])

const passingLedgers: ReadonlySet<ChainBroken["problem"]["_tag"]> = new Set(["Empty", "Unterminated"])
