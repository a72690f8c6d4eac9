import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { decodeNote, parseStoredCheckpoint, type StoredCheckpoint } from "../domain/transparency/Checkpoint.ts"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import { verifyCheckpoint, type TrustPolicy } from "../domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../platform/WebCrypto.ts"
import type { Ledger } from "../release/Ledger.ts"
import { checkpointFile, makeLogTree } from "../release/log/CheckpointFile.ts"
import { download } from "./Download.ts"
import type { Session, Validators } from "./Exchange.ts"
import { addressOf } from "./Origin.ts"
import { OriginCheckpointBroken, OriginUnsigned } from "./OriginErrors.ts"
import { discardParts } from "./PartFile.ts"

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
  // It is small, so an interrupted response is not worth continuing.
  yield* discardParts(session.parts, file.key)
  const downloaded = yield* download(session, file).pipe(
    Effect.catchIf(
      (error) => error._tag === "OriginRefused" && error.refusal._tag === "WebPage",
      () => Effect.succeed({ _tag: "Missing" } as const)
    )
  )
  if (downloaded._tag === "Unchanged") return { source: held?.source, validators: known }
  if (downloaded._tag === "Missing") return { source: undefined, validators: {} }
  const source = yield* decode(session, yield* fs.readFile(downloaded.part.path))
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
  const address = addressOf(session.origin, checkpointFile)
  const required = trust === undefined ? signedBefore : leaves.length
  const rejected = (cause: unknown) => toBroken(address, cause)
  const stored =
    source === undefined
      ? undefined
      : yield* Effect.try({ try: () => parseStoredCheckpoint(source, makeLogTree(leaves)), catch: rejected })
  const verified =
    stored === undefined || trust === undefined
      ? undefined
      : yield* Effect.tryPromise({ try: () => verifyCheckpoint(webCrypto, stored.source, trust), catch: rejected })
  if ((stored?.size ?? 0) < required) return yield* new OriginUnsigned({ address, covered: stored?.size, required })
  return { stored, verified }
})

const decode = ({ origin }: Session, bytes: Uint8Array) =>
  Effect.try({
    try: () => decodeNote(bytes),
    catch: (cause) => toBroken(addressOf(origin, checkpointFile), cause)
  })

const toBroken = (address: string, cause: unknown): OriginCheckpointBroken => {
  if (cause instanceof LogRejected) return new OriginCheckpointBroken({ address, cause })
  throw cause
}

/** More than the longest note that is read. */
const maxCheckpointBytes = 4_194_304
