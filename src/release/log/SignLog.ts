import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { Checkpoint } from "../../domain/transparency/Checkpoint.ts"
import { replaceFile } from "../../platform/AtomicFile.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import type { SigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { signWholeLog } from "../../transparency/SignWholeLog.ts"
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
    const source = signWholeLog(log, keys, stored, replaceKey)
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
