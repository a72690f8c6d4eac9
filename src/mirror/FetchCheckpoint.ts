import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { decodeNote, parseStoredCheckpoint, type StoredCheckpoint } from "../domain/transparency/Checkpoint.ts"
import type { LogRejected } from "../domain/transparency/LogProblem.ts"
import type { TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import type { Ledger } from "../release/Ledger.ts"
import { checkpointFile, makeLogTree } from "../release/log/CheckpointFile.ts"
import { tryLogSync, tryVerify } from "../transparency/TryLog.ts"
import { download } from "./Download.ts"
import type { Session, Validators } from "./Exchange.ts"
import { addressOf } from "./Origin.ts"
import { OriginCheckpointBroken, OriginUnsigned } from "./OriginErrors.ts"

/**
 * The text of the checkpoint at an origin, `undefined` if it has none. Many hosts send the page of an application in the
 * place of a missing file.
 */
export const fetchCheckpoint = Effect.fn("fetchCheckpoint")(function* (
  session: Session,
  held: StoredCheckpoint | undefined,
  known: Validators
) {
  const fs = yield* FileSystem.FileSystem
  const file = { path: checkpointFile, key: "checkpoint", maxBytes: maxCheckpointBytes, known }
  const downloaded = yield* download(session, file).pipe(
    Effect.catchIf(
      (error) => error._tag === "OriginRefused" && error.refusal._tag === "WebPage",
      () => Effect.succeed({ _tag: "Missing" } as const)
    )
  )
  if (downloaded._tag === "Unchanged") return { source: held?.source, validators: known }
  if (downloaded._tag === "Missing") return { source: undefined, validators: {} }
  const bytes = yield* fs.readFile(downloaded.path)
  const source = yield* Effect.mapError(
    tryLogSync(() => decodeNote(bytes)),
    broken(session)
  )
  return { source, validators: downloaded.validators }
})

/** How far a ledger must be signed, and by whom. */
export interface RequiredSignatures {
  /** Whose signatures must cover the whole ledger. */
  readonly trust: TrustPolicy | undefined
  /** How many events were signed before, and must stay it. */
  readonly signedBefore: number
}

/**
 * Verifies the checkpoint of a ledger. Fails with `OriginCheckpointBroken` if it does not fit the ledger or is not signed as
 * the policy demands, and with `OriginUnsigned` if it does not cover enough of the ledger.
 */
export const judgeCheckpoint = Effect.fn("judgeCheckpoint")(function* (
  session: Session,
  source: string | undefined,
  { leaves }: Pick<Ledger, "leaves">,
  { signedBefore, trust }: RequiredSignatures
) {
  const required = trust === undefined ? signedBefore : leaves.length
  const judged = Effect.gen(function* () {
    if (source === undefined) return {}
    const stored = yield* tryLogSync(() => parseStoredCheckpoint(source, makeLogTree(leaves)))
    return { stored, verified: trust && (yield* tryVerify(stored.source, trust)) }
  })
  const { stored, verified } = yield* Effect.mapError(judged, broken(session))
  const covered = stored?.size
  if ((covered ?? 0) >= required) return { stored, verified }
  return yield* new OriginUnsigned({ address: addressOf(session.origin, checkpointFile), covered, required })
})

const broken =
  ({ origin }: Session) =>
  (cause: LogRejected) =>
    new OriginCheckpointBroken({ address: addressOf(origin, checkpointFile), cause })

/** More than the longest note that is read. */
const maxCheckpointBytes = 4_194_304
