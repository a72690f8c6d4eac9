import {
  logFork,
  logMalformed,
  logQuorum,
  logRewritten,
  logTruncated,
  logUnsigned,
  type UnsignedLog,
  logUntrusted
} from "../../domain/checks/LogChecks.ts"
import { makeFinding, type Finding, inRelease } from "../../domain/Finding.ts"
import type { LogProblem } from "../../domain/transparency/LogProblem.ts"
import { ledgerFile } from "../ledger/Ledger.ts"
import { checkpointFile } from "./CheckpointFile.ts"

/** The finding for a checkpoint in the folder of the releases that is not accepted. */
export const checkpointFinding = (problem: LogProblem, file = checkpointFile): Finding =>
  makeFinding(checkOf(problem), { problem, kept: null, isSigned: null }, { location: inRelease(file, lineOf(problem)) })

/** The finding for a ledger that does not fit a kept checkpoint. */
export const keptFinding = (problem: LogProblem, kept: string, isSigned: boolean | null): Finding =>
  makeFinding(checkOf(problem), { problem, kept, isSigned }, { location: inRelease(ledgerFile) })

/** The finding for events without a signature. */
export const unsignedFinding = (unsigned: UnsignedLog): Finding =>
  makeFinding(logUnsigned, unsigned, { location: inRelease(unsigned.size === null ? ledgerFile : checkpointFile) })

const checkOf = ({ _tag }: LogProblem) => {
  switch (_tag) {
    case "LogRewritten":
      return logRewritten
    case "LogForked":
      return logFork
    case "CheckpointAhead":
    case "LogTruncated":
      return logTruncated
    case "InvalidSignature":
    case "OtherLog":
    case "UntrustedSigner":
      return logUntrusted
    case "QuorumNotMet":
      return logQuorum
    default:
      return logMalformed
  }
}

const lineOf = (problem: LogProblem): number | undefined =>
  problem._tag === "NotANote" || problem._tag === "NotACheckpoint" ? problem.line : undefined
