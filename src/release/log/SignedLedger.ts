import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { Checkpoint, StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import { type KeyName, formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { replaceFile } from "../../platform/AtomicFile.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { CheckpointBroken, withPendingCheckpoint } from "../../transparency/CheckpointFiles.ts"
import { signCheckpoint } from "../../transparency/SigningKey.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { SigningRefusal, signWholeLog } from "../../transparency/SignWholeLog.ts"
import { tryVerify } from "../../transparency/TryLog.ts"
import { readLedger, writeLedger, type Ledger } from "../Ledger.ts"
import { withReleasesLock } from "../ReleasesLock.ts"
import { checkpointFile, checkpointFilesIn, settleReleases, makeLogTree, readCheckpoint } from "./CheckpointFile.ts"
import { LogUnsigned } from "./ReadSignedLog.ts"

/** A checkpoint that was written, and the keys that signed it. */
export interface SignedCheckpoint extends Checkpoint {
  readonly signers: ReadonlyArray<KeyName>
}

/**
 * Checks that a ledger with this checkpoint may grow with these keys: a log that is signed stays signed, by a key that
 * signed it before, and a signature never covers events in passing that nobody signed. A log without a checkpoint needs no
 * key. Fails with `LogSigningRefused`, `LogUnsigned`, and with `CheckpointBroken` for an invalid signature.
 */
export const checkLogKeys = Effect.fnUntraced(function* (
  stored: StoredCheckpoint | undefined,
  keys: SigningKeys | undefined,
  events: number
) {
  if (stored === undefined) return
  if (keys === undefined) return yield* refuse({ _tag: "KeyMissing", origin: stored.origin })
  yield* checkSigner(stored, keys)
  // Whoever can write the ledger may have added the others.
  if (stored.size < events) return yield* new LogUnsigned({ covered: stored.size, required: events })
})

/** Fails unless one of the keys signed the checkpoint. */
const checkSigner = ({ origin, source }: StoredCheckpoint, { keys, name }: SigningKeys) =>
  Effect.mapError(tryVerify(source, { logKeys: keys.map(({ verifier }) => verifier) }), (cause) => {
    if (cause.problem._tag === "OtherLog") return refuse({ _tag: "OtherOrigin", origin, name })
    if (cause.problem._tag !== "UntrustedSigner") return new CheckpointBroken({ file: checkpointFile, cause })
    // Without witnesses.
    const signers = cause.problem.signers.filter((signer) => signer.name === origin)
    return refuse({ _tag: "OtherKey", signers, held: cause.problem.trusted })
  })

const refuse = (refusal: SigningRefusal) => new LogSigningRefused({ refusal })

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
  const files = checkpointFilesIn(releases)
  yield* withPendingCheckpoint(
    files,
    signCheckpoint(checkpoint, keys.keys)
  )(writeLedger(releases, next)).pipe(
    // For example, if the disk is full. What the disk holds decides, as after a crash.
    Effect.tapError(() => Effect.ignore(readSettledLog(releases)))
  )
  return signedCheckpoint(checkpoint, keys)
})

/** A checkpoint with the names of the keys that signed it. */
const signedCheckpoint = (checkpoint: Checkpoint, { keys }: SigningKeys): SignedCheckpoint => ({
  ...checkpoint,
  signers: keys.map(({ verifier: { id, name } }) => ({ name, id }))
})

/** The ledger, its log and the checkpoint, after what a process that crashed left pending was settled. Requires the lock. */
export const readSettledLog = Effect.fnUntraced(function* (releases: string) {
  const ledger = yield* readLedger(releases)
  const log = makeLogTree(ledger.leaves)
  yield* settleReleases(releases, log)
  return { ledger, log, checkpoint: yield* readCheckpoint(releases, log) }
})

/**
 * Signs the present state of the log with all keys. Signatures and cosignatures of the same state by other keys are kept,
 * with `replaceKey` only those of witnesses. Without it, one of the keys must have signed the log before, if any has.
 * Returns the checkpoint, and whether the file has changed.
 */
export const signLog = Effect.fn("signLog")(
  function* (releases: string, keys: SigningKeys, { replaceKey }: { readonly replaceKey: boolean }) {
    const { checkpoint: stored, log } = yield* readSettledLog(releases)
    if (log.size === 0) return yield* new LogEmpty({ releases })
    if (stored !== undefined && stored.origin !== keys.name) {
      return yield* refuse({ _tag: "OtherOrigin", origin: stored.origin, name: keys.name })
    }
    if (stored !== undefined && !replaceKey) yield* checkSigner(stored, keys)
    const checkpoint: Checkpoint = { origin: keys.name, size: log.size, root: log.root(log.size) }
    const source = signWholeLog(log, keys, stored, replaceKey)
    const isChanged = source !== stored?.source
    if (isChanged) yield* replaceFile(join(releases, checkpointFile), new TextEncoder().encode(source))
    return { checkpoint: signedCheckpoint(checkpoint, keys), isChanged }
  },
  (effect, releases) => withReleasesLock(releases)(effect)
)

/** There is no event yet. */
export class LogEmpty extends Schema.TaggedError<LogEmpty>()("LogEmpty", { releases: Schema.String }) {
  override readonly [Runtime.errorExitCode] = ExitCode.findings
  override get message() {
    return `Nothing is published in ${this.releases}, so there is nothing to sign. Publish a release with build-release, which signs it.`
  }
}

/** The environment variable with the private keys of the log of releases, or the path of a file with them. */
export const logKeyVariable = "TAXONOMY_LOG_KEY"

/** The keys may not sign the log, since its readers would not accept the signature. */
export class LogSigningRefused extends Schema.TaggedError<LogSigningRefused>()("LogSigningRefused", {
  refusal: SigningRefusal
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    const { refusal } = this
    switch (refusal._tag) {
      case "KeyMissing":
        return `The log ${refusal.origin} is signed, and there is no key to sign it with. Set ${logKeyVariable} to its private key, or to the path of the file with it.`
      case "OtherOrigin":
        return `The log has the name ${refusal.origin}, and the key in ${logKeyVariable} is of ${refusal.name}. Set ${logKeyVariable} to the key of ${refusal.origin}.`
      case "OtherKey": {
        const [signers, held] = [refusal.signers, refusal.held].map((keys) => keys.map(formatKeyName).join(" and "))
        return `The log is signed by ${signers}, and ${logKeyVariable} holds ${held}. Add a key that signed it, or replace the key with taxonomy log-sign --replace-key.`
      }
    }
  }
}
