import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
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
import { type Finding, makeFinding, inRelease } from "../../domain/Finding.ts"
import { toBase64 } from "../../domain/transparency/Bytes.ts"
import {
  type StoredCheckpoint,
  compareWithLog,
  decodeNote,
  parseSignedCheckpoint
} from "../../domain/transparency/Checkpoint.ts"
import type { LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import { LogRejected, type LogProblem } from "../../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import type { VerifiedCheckpoint, TrustPolicy } from "../../domain/transparency/VerifyCheckpoint.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { readRegularFile } from "../../platform/RegularFiles.ts"
import { CheckpointBroken } from "../../transparency/CheckpointFiles.ts"
import { tryVerify, tryLogSync } from "../../transparency/TryLog.ts"
import { ledgerFile } from "../Ledger.ts"
import { readCheckpoint, checkpointFile, makeLogTree } from "./CheckpointFile.ts"

/** The name and the ID of a key, by which signature lines refer to it. */
export const KeyName = Schema.Struct({
  name: Schema.String,
  id: Schema.String.annotate({ description: "The ID in the verifier key: eight hexadecimal digits." })
}).annotate({ identifier: "KeyName" })

const events = Schema.Natural.annotate({ description: "The number of events in the ledger." })

/** What is known of a log: how much of it a checkpoint covers, and who signed that. */
export type LogFacts = typeof LogFacts.Type
export const LogFacts = Schema.Union([
  Schema.Struct({ signed: Schema.Literal(false), events }),
  Schema.Struct({
    signed: Schema.Literal(true),
    events,
    origin: Schema.String.annotate({ description: "The name of the log." }),
    size: Schema.Natural.annotate({ description: "The number of events that the checkpoint covers." }),
    root: Schema.String.annotate({ description: "The root hash in base64." }),
    signatures: Schema.Array(KeyName).annotate({
      description: "The keys that the signature lines name, verified or not."
    }),
    signers: Schema.Array(KeyName).annotate({
      description: "The trusted keys of the log whose signatures were verified."
    }),
    cosigners: Schema.Array(
      Schema.Struct({
        ...KeyName.fields,
        timestamp: Schema.Natural.annotate({ description: "When it cosigned, in seconds since 1970." })
      })
    ).annotate({ description: "The trusted witnesses whose cosignatures were verified." })
  })
]).annotate({ identifier: "Log" })

export type SignedFacts = Extract<LogFacts, { readonly signed: true }>

/** What is known of a signed log: by its checkpoint, and by those of its signatures that were verified. */
export const toSignedFacts = (
  { note, origin, root, size }: StoredCheckpoint,
  events: number,
  verified: VerifiedCheckpoint | undefined
): SignedFacts => ({
  signed: true,
  events,
  origin,
  size,
  root: toBase64(root),
  signatures: note.signatures.map(({ id, name }) => ({ name, id })),
  signers: verified?.signers ?? [],
  cosigners: verified?.cosigners ?? []
})

/** What a reader demands of a log, beyond a checkpoint that fits the ledger if there is one. */
export interface LogDemands {
  /** Whose signatures must cover the whole ledger. */
  readonly trust?: TrustPolicy | undefined
  /** An older checkpoint, since which the log must only have grown. */
  readonly kept?: KeptCheckpoint | undefined
}

interface LogVerification {
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
  const verified = yield* Effect.result(tryVerify(source, trust))
  if (Result.isSuccess(verified)) return { checkpoint: verified.success, findings: [] }
  const { problem } = verified.failure
  const findings = [checkpointFinding(problem)]
  if (problem._tag !== "QuorumNotMet") return { findings }
  const without = yield* Effect.result(tryVerify(source, { ...trust, quorum: 0 }))
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
    trust === undefined
      ? null
      : Result.isSuccess(yield* Effect.result(tryVerify(kept.source, { logKeys: trust.logKeys })))
  return [keptFinding(problem, kept.file, isSigned)]
})

/** The finding for a checkpoint in the folder of the releases that is not accepted. */
export const checkpointFinding = (problem: LogProblem, file = checkpointFile): Finding =>
  makeFinding(checkOf(problem), { problem, kept: null, isSigned: null }, { location: inRelease(file, lineOf(problem)) })

/** The finding for a ledger that does not fit a kept checkpoint. */
const keptFinding = (problem: LogProblem, kept: string, isSigned: boolean | null): Finding =>
  makeFinding(checkOf(problem), { problem, kept, isSigned }, { location: inRelease(ledgerFile) })

/** The finding for events without a signature. */
const unsignedFinding = (unsigned: UnsignedLog): Finding =>
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

/** A checkpoint outside of the folder of the releases, which a reader or a witness kept. */
export interface KeptCheckpoint extends StoredCheckpoint {
  readonly file: string
}

/** A file that should hold a kept checkpoint does not. */
export class KeptCheckpointInvalid extends Schema.TaggedError<KeptCheckpointInvalid>()("KeptCheckpointInvalid", {
  file: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${this.file}: ${this.cause.message}. Name a checkpoint as the log published it.`
  }
}

/** A kept checkpoint is one of another log. */
export class KeptCheckpointOfOtherLog extends Schema.TaggedError<KeptCheckpointOfOtherLog>()(
  "KeptCheckpointOfOtherLog",
  { file: Schema.String, kept: Schema.String, origin: Schema.String }
) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${this.file} is a checkpoint of the log ${this.kept}, and this log is ${this.origin}. Name a checkpoint of this log.`
  }
}

/** Reads a checkpoint that was kept. Fails with `KeptCheckpointInvalid`, or with an error of the file system. */
export const readKeptCheckpoint = Effect.fn("readKeptCheckpoint")(function* (file: string) {
  const bytes = yield* readRegularFile(file)
  return yield* Effect.mapError(
    tryLogSync((): KeptCheckpoint => ({ file, ...parseSignedCheckpoint(decodeNote(bytes)) })),
    (cause) => new KeptCheckpointInvalid({ file, cause })
  )
})
