import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { formatCheckpoint, type Checkpoint } from "../../domain/transparency/Checkpoint.ts"
import type { KeyName } from "../../domain/transparency/LogProblem.ts"
import { formatNote, type NoteSignature } from "../../domain/transparency/SignedNote.ts"
import { replaceFile } from "../../platform/AtomicFile.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { readLedger } from "../ledger/Ledger.ts"
import { withReleasesLock } from "../ReleasesLock.ts"
import { checkpointFile, readCheckpoint, settleReleases } from "./CheckpointFile.ts"
import { LogKeyOfOtherLog } from "./LogKeyRefused.ts"
import { makeLogTree } from "./LogTree.ts"
import { checkSigner, signedCheckpoint } from "./SignedLedger.ts"

/**
 * Signs the present state of the log with all keys. Signatures and cosignatures of the same state by other keys are kept,
 * with `replaceKey` only those of witnesses. Without it, one of the keys must have signed the log before, if any has.
 * Returns the checkpoint, and whether the file has changed.
 */
export const signLog = Effect.fn("signLog")(
  function* (releases: string, keys: SigningKeys, { replaceKey }: { readonly replaceKey: boolean }) {
    const paths = yield* Path.Path
    const log = makeLogTree((yield* readLedger(releases)).leaves)
    if (log.size === 0) return yield* new LogEmpty({ releases })
    yield* settleReleases(releases, log)
    const stored = yield* readCheckpoint(releases, log)
    if (stored !== undefined && stored.origin !== keys.name) {
      return yield* new LogKeyOfOtherLog({ origin: stored.origin, keyName: keys.name })
    }
    if (stored !== undefined && !replaceKey) yield* checkSigner(stored, keys)
    const checkpoint: Checkpoint = { origin: keys.name, size: log.size, root: log.root(log.size) }
    const text = formatCheckpoint(checkpoint)
    const isKept = ({ name }: KeyName) => !replaceKey || name !== keys.name
    const known = stored?.note.text === text ? stored.note.signatures.filter(isKept) : []
    const source = formatNote({ text, signatures: withSignatures(known, text, keys) })
    const isChanged = source !== stored?.source
    if (isChanged) yield* replaceFile(paths.join(releases, checkpointFile), new TextEncoder().encode(source))
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

/** The signatures in their order, followed by those of the keys that have not signed before. */
const withSignatures = (
  known: ReadonlyArray<NoteSignature>,
  text: string,
  { keys }: SigningKeys
): ReadonlyArray<NoteSignature> => {
  const isOf = (one: KeyName) => (other: KeyName) => one.id === other.id && one.name === other.name
  // The signature of a log has no time.
  const own = keys.map((key) => key.sign(text, 0))
  return [
    ...known.map((signature) => own.find(isOf(signature)) ?? signature),
    ...own.filter((signature) => !known.some(isOf(signature)))
  ]
}
