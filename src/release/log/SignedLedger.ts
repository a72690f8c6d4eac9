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
import { signWholeLog } from "../../transparency/SignWholeLog.ts"
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
const checkSigner = (stored: StoredCheckpoint, { keys, name }: SigningKeys) =>
  Effect.mapError(tryVerify(stored.source, { logKeys: keys.map(({ verifier }) => verifier) }), (cause) => {
    if (cause.problem._tag === "OtherLog") return new LogKeyOfOtherLog({ origin: stored.origin, keyName: name })
    return cause.problem._tag === "UntrustedSigner"
      ? new LogKeyUnknown({
          keys: cause.problem.trusted,
          // Without witnesses.
          signers: cause.problem.signers.filter((signer) => signer.name === stored.origin)
        })
      : new CheckpointBroken({ file: checkpointFile, cause })
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
  const files = checkpointFilesIn(releases)
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
const signedCheckpoint = (checkpoint: Checkpoint, { keys }: SigningKeys): SignedCheckpoint => ({
  ...checkpoint,
  signers: keys.map(({ verifier: { id, name } }) => ({ name, id }))
})

const settleLog = Effect.fnUntraced(function* (releases: string) {
  const { leaves } = yield* readLedger(releases)
  yield* settleReleases(releases, makeLogTree(leaves))
})

/**
 * Signs the present state of the log with all keys. Signatures and cosignatures of the same state by other keys are kept,
 * with `replaceKey` only those of witnesses. Without it, one of the keys must have signed the log before, if any has.
 * Returns the checkpoint, and whether the file has changed.
 */
export const signLog = Effect.fn("signLog")(
  function* (releases: string, keys: SigningKeys, { replaceKey }: { readonly replaceKey: boolean }) {
    const log = makeLogTree((yield* readLedger(releases)).leaves)
    if (log.size === 0) return yield* new LogEmpty({ releases })
    yield* settleReleases(releases, log)
    const stored = yield* readCheckpoint(releases, log)
    if (stored !== undefined && stored.origin !== keys.name) {
      return yield* new LogKeyOfOtherLog({ origin: stored.origin, keyName: keys.name })
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

/** The log is signed, so that an event without a signature would be missing from it. */
export class LogKeyMissing extends Schema.TaggedError<LogKeyMissing>()("LogKeyMissing", {
  origin: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `The log ${this.origin} is signed, and there is no key to sign it with. Set ${logKeyVariable} to its private key, or to the path of the file with it.`
  }
}

/** The keys are those of another log. */
export class LogKeyOfOtherLog extends Schema.TaggedError<LogKeyOfOtherLog>()("LogKeyOfOtherLog", {
  origin: Schema.String,
  keyName: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `The log has the name ${this.origin}, and the key in ${logKeyVariable} is of ${this.keyName}. Set ${logKeyVariable} to the key of ${this.origin}.`
  }
}

const KeyNames = Schema.Array(Schema.Struct({ name: Schema.String, id: Schema.String }))

/** None of the keys signed the present checkpoint, so readers who know its signer would not accept the next one. */
export class LogKeyUnknown extends Schema.TaggedError<LogKeyUnknown>()("LogKeyUnknown", {
  keys: KeyNames,
  signers: KeyNames
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    const [keys, signers] = [this.keys, this.signers].map((names) => names.map(formatKeyName).join(" and "))
    return `The log is signed by ${signers}, and ${logKeyVariable} holds ${keys}. Add a key that signed it, or replace the key with taxonomy log-sign --replace-key.`
  }
}
