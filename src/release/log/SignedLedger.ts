import * as Effect from "effect/Effect"
import type { Checkpoint, StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { LogRejected, type KeyName } from "../../domain/transparency/LogProblem.ts"
import { verifyCheckpoint } from "../../domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../platform/WebCrypto.ts"
import { CheckpointBroken, withPendingCheckpoint } from "../../transparency/CheckpointFiles.ts"
import { signCheckpoint } from "../../transparency/SignCheckpoint.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { readLedger, writeLedger, type Ledger } from "../ledger/Ledger.ts"
import { checkpointFile, checkpointFilesIn, settleReleases } from "./CheckpointFile.ts"
import { LogKeyMissing, LogKeyOfOtherLog, LogKeyUnknown } from "./LogKeyRefused.ts"
import { makeLogTree } from "./LogTree.ts"
import { LogUnsigned } from "./ReadSignedLog.ts"

/** A checkpoint that was written, and the keys that signed it. */
export interface SignedCheckpoint extends Checkpoint {
  readonly signers: ReadonlyArray<KeyName>
}

/**
 * Checks that a ledger with this checkpoint may grow with these keys: a log that is signed stays signed, by a key that
 * signed it before, and a signature never covers events in passing that nobody signed. A log without a checkpoint needs no
 * key. Fails with `LogKeyMissing`, `LogKeyOfOtherLog`, `LogKeyUnknown`, `LogUnsigned`, and with `CheckpointBroken` for an
 * invalid signature.
 */
export const checkLogKeys = Effect.fnUntraced(function* (
  stored: StoredCheckpoint | undefined,
  keys: SigningKeys | undefined,
  events: number
) {
  if (stored === undefined) return
  if (keys === undefined) return yield* new LogKeyMissing({ origin: stored.origin })
  yield* checkSigner(stored, keys)
  // Whoever can write the ledger may have added the others.
  if (stored.size < events) return yield* new LogUnsigned({ covered: stored.size, required: events })
})

/** Fails unless one of the keys signed the checkpoint. */
export const checkSigner = (stored: StoredCheckpoint, { keys, name }: SigningKeys) =>
  Effect.tryPromise({
    try: () => verifyCheckpoint(webCrypto, stored.source, { logKeys: keys.map(({ verifier }) => verifier) }),
    catch: (cause) => {
      if (!(cause instanceof LogRejected)) throw cause
      if (cause.problem._tag === "OtherLog") return new LogKeyOfOtherLog({ origin: stored.origin, keyName: name })
      return cause.problem._tag === "UntrustedSigner"
        ? new LogKeyUnknown({
            keys: cause.problem.trusted,
            // Without witnesses.
            signers: cause.problem.signers.filter((signer) => signer.name === stored.origin)
          })
        : new CheckpointBroken({ file: checkpointFile, cause })
    }
  })

/** Replaces the ledger, and its checkpoint if there are keys, in one step. Requires the lock. */
export const writeSignedLedger = Effect.fn("writeSignedLedger")(function* (
  releases: string,
  next: Ledger,
  keys: SigningKeys | undefined
) {
  if (keys === undefined) {
    yield* writeLedger(releases, next)
    return undefined
  }
  const log = makeLogTree(next.leaves)
  const checkpoint: Checkpoint = { origin: keys.name, size: log.size, root: log.root(log.size) }
  const files = yield* checkpointFilesIn(releases)
  yield* withPendingCheckpoint(
    files,
    signCheckpoint(checkpoint, keys.keys)
  )(writeLedger(releases, next)).pipe(
    // For example, if the disk is full. What the disk holds decides, as after a crash.
    Effect.tapError(() => Effect.ignore(settleLog(releases)))
  )
  return signedCheckpoint(checkpoint, keys)
})

/** A checkpoint with the names of the keys that signed it. */
export const signedCheckpoint = (checkpoint: Checkpoint, { keys }: SigningKeys): SignedCheckpoint => ({
  ...checkpoint,
  signers: keys.map(({ verifier: { id, name } }) => ({ name, id }))
})

const settleLog = Effect.fnUntraced(function* (releases: string) {
  const { leaves } = yield* readLedger(releases)
  yield* settleReleases(releases, makeLogTree(leaves))
})
