import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { KeyEvent } from "../../domain/keys/KeyEvent.ts"
import type { KeyRegistry } from "../../domain/keys/KeyRegistry.ts"
import type { ChainBroken } from "../../domain/ledger/HashChain.ts"
import { compareWithLog, type StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import type { LogProblem } from "../../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import type { TrustPolicy, VerifiedCheckpoint } from "../../domain/transparency/VerifyCheckpoint.ts"
import { makeLogTree } from "../../release/log/CheckpointFile.ts"
import { KeptCheckpointOfOtherLog, type KeptCheckpoint } from "../../release/log/VerifyLog.ts"
import { tryVerify } from "../../transparency/TryLog.ts"
import { emptyKeyLedger, readKeyEvents, type KeyLedger } from "../KeyLedgerCodec.ts"
import { KeyCheckpointRejected, KeyEventsUnsigned, KeyLedgerEmpty } from "../KeyLedgerError.ts"
import type { KeyLedgerStore, SignedKeyLedger } from "../KeyLedgerStore.ts"

/** What a reader demands of a key ledger, beyond a checkpoint that fits if there is one. */
interface KeyLedgerDemands {
  /** Whose signatures must cover all events. */
  readonly trust: TrustPolicy | undefined
  /** An older checkpoint, since which the ledger must only have grown. */
  readonly kept: KeptCheckpoint | undefined
}

export type KeyLedgerProblem =
  | { readonly _tag: "Damaged"; readonly cause: ChainBroken }
  /** `kept` is the file of an older checkpoint that does not fit; `undefined` for the checkpoint of the ledger itself. */
  | { readonly _tag: "Rejected"; readonly problem: LogProblem; readonly kept?: string }
  /** `covered` is the number of signed events; `undefined` without a checkpoint. */
  | { readonly _tag: "Unsigned"; readonly covered: number | undefined }

interface KeyLedgerContent {
  readonly events: number
  /** The last events, if they must be signed and are not. */
  readonly unsigned: ReadonlyArray<KeyEvent>
  readonly keys: KeyRegistry
}

/** What is known of a key ledger. */
export interface KeyLedgerVerification {
  /** `undefined` if the ledger is damaged. */
  readonly content: KeyLedgerContent | undefined
  /** `undefined` if there is none, or none that fits. */
  readonly checkpoint: StoredCheckpoint | undefined
  /** The checkpoint with the signatures that a policy trusts. */
  readonly verified: VerifiedCheckpoint | undefined
  readonly problems: ReadonlyArray<KeyLedgerProblem>
}

/** Verifies a key ledger and its checkpoint. Fails for what keeps it from being read, and `KeptCheckpointOfOtherLog`. */
export const verifyKeyLedger = Effect.fn("verifyKeyLedger")(function* (
  store: KeyLedgerStore["Service"],
  { kept, trust }: KeyLedgerDemands
) {
  const read = yield* Effect.result(store.read(emptyKeyLedger))
  if (Result.isFailure(read)) {
    return read.failure._tag === "KeyLedgerBroken" ? damaged(read.failure.cause) : yield* read.failure
  }
  const { leaves, state: keys } = read.success
  const grown = kept === undefined ? [] : yield* verifyGrowth(kept, makeLogTree(leaves), trust)
  const signed = yield* Effect.result(store.readSigned(emptyKeyLedger))
  if (Result.isFailure(signed)) {
    if (signed.failure._tag !== "KeyCheckpointRejected") return yield* signed.failure
    const { problem } = signed.failure.cause
    const content = { events: leaves.length, unsigned: [], keys }
    return verification({ content, problems: [{ _tag: "Rejected", problem }, ...grown] })
  }
  const { bytes, checkpoint, ledger, log } = signed.success
  if (kept !== undefined && checkpoint !== undefined && grown.length === 0 && kept.origin !== checkpoint.origin) {
    return yield* new KeptCheckpointOfOtherLog({ file: kept.file, kept: kept.origin, origin: checkpoint.origin })
  }
  const outcome = yield* verifySignatures(store.location, signed.success, trust)
  const covered = checkpoint?.size ?? (trust === undefined ? log.size : 0)
  return verification({
    content: { events: log.size, unsigned: readKeyEvents(bytes).slice(covered), keys: ledger.state },
    checkpoint,
    ...outcome,
    problems: [
      ...outcome.problems,
      ...(covered < log.size ? [{ _tag: "Unsigned" as const, covered: checkpoint?.size }] : []),
      ...grown
    ]
  })
})

/** Verifies the signatures of the checkpoint, if there is one and somebody to trust. */
const verifySignatures = Effect.fnUntraced(function* (
  location: string,
  { checkpoint }: SignedKeyLedger,
  trust: TrustPolicy | undefined
) {
  if (checkpoint === undefined || trust === undefined) return { problems: noProblems }
  const verified = yield* Effect.result(verifyTrusted(location, checkpoint, trust))
  return Result.isSuccess(verified)
    ? { verified: verified.success, problems: noProblems }
    : { problems: [{ _tag: "Rejected" as const, problem: verified.failure.cause.problem }] }
})

/** Compares the ledger with a checkpoint that somebody kept, whose signature counts if there is somebody to trust. */
const verifyGrowth = Effect.fnUntraced(function* (
  kept: KeptCheckpoint,
  log: MerkleTree,
  trust: TrustPolicy | undefined
): Effect.fn.Return<ReadonlyArray<KeyLedgerProblem>> {
  const { file } = kept
  // Whoever kept it need not have waited for witnesses.
  const verified =
    trust === undefined ? undefined : yield* Effect.result(verifyTrusted(file, kept, { logKeys: trust.logKeys }))
  if (verified !== undefined && Result.isFailure(verified)) {
    return [{ _tag: "Rejected", problem: verified.failure.cause.problem, kept: file }]
  }
  const problem = compareWithLog(kept, log, "CheckpointAhead")
  return problem === undefined ? [] : [{ _tag: "Rejected", problem, kept: file }]
})

const damaged = (cause: ChainBroken): KeyLedgerVerification => verification({ problems: [{ _tag: "Damaged", cause }] })

const verification = (found: Partial<KeyLedgerVerification>): KeyLedgerVerification => ({
  content: undefined,
  checkpoint: undefined,
  verified: undefined,
  problems: noProblems,
  ...found
})

const noProblems: ReadonlyArray<KeyLedgerProblem> = []

/** A verified ledger, with the signed note of its checkpoint if signatures were verified. */
export interface VerifiedKeys {
  readonly ledger: KeyLedger
  readonly note?: string | undefined
}

/** How to follow a key ledger. With a policy, only what trusted keys signed can be read. */
export const trustedReader = (store: KeyLedgerStore["Service"], policy: TrustPolicy | undefined) => ({
  revision: policy === undefined ? store.revision : store.signedRevision,
  read: (known: KeyLedger): Effect.Effect<VerifiedKeys, Effect.Error<ReturnType<typeof readTrusted>>> =>
    policy === undefined ? Effect.map(store.read(known), (ledger) => ({ ledger })) : readTrusted(store, known, policy)
})

/**
 * Reads a ledger of which every event must be signed by a trusted key. Fails with `KeyCheckpointRejected`,
 * `KeyEventsUnsigned`, and `KeyLedgerEmpty`: somebody has signed the ledger before, so it cannot be without events.
 */
const readTrusted = Effect.fn("readTrusted")(function* (
  store: KeyLedgerStore["Service"],
  known: KeyLedger,
  policy: TrustPolicy
) {
  const signed = yield* store.readSigned(known)
  if (signed.log.size === 0) return yield* new KeyLedgerEmpty({ location: store.location })
  yield* verifySignedLedger(store.location, signed, policy)
  return { ledger: signed.ledger, note: signed.checkpoint?.source }
})

/** Verifies the signatures of a ledger, and that they cover all of its events. */
export const verifySignedLedger = Effect.fnUntraced(function* (
  location: string,
  { checkpoint, log }: SignedKeyLedger,
  policy: TrustPolicy
): Effect.fn.Return<VerifiedCheckpoint, KeyCheckpointRejected | KeyEventsUnsigned> {
  if (checkpoint === undefined) return yield* new KeyEventsUnsigned({ location, covered: undefined, events: log.size })
  const verified = yield* verifyTrusted(location, checkpoint, policy)
  return verified.size < log.size
    ? yield* new KeyEventsUnsigned({ location, covered: verified.size, events: log.size })
    : verified
})

/** Verifies the signatures of a checkpoint. Fails with `KeyCheckpointRejected`. */
export const verifyTrusted = (location: string, { source }: StoredCheckpoint, policy: TrustPolicy) =>
  Effect.mapError(tryVerify(source, policy), (cause) => new KeyCheckpointRejected({ location, cause }))
