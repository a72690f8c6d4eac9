import * as Console from "effect/Console"
import { checkpointFile } from "../../release/log/CheckpointFile.ts"
import { logKeyVariable, signLog } from "../../release/log/SignedLedger.ts"
import { formatCheckpoint } from "../../report/LogText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import { explicitToggle } from "../options/EnvironmentOption.ts"
import { releasesOption, makeCommand } from "../options/Options.ts"
import { commitCommand, refuseRewritten } from "../release/ConfirmEvent.ts"

const logSignOptions = {
  replaceKey: explicitToggle(
    "replace-key",
    "Signature by keys that have not signed the log before, instead of those that have"
  ),
  releases: releasesOption
}

/**
 * `taxonomy log-sign`: signs the present state of the log, without a new event, unless the ledger was rewritten since
 * the last commit.
 */
export const logSignCommand = makeCommand("log-sign", logSignOptions, {
  "taxonomy log-sign": "Sign a log for the first time, or add the signature of a new key",
  "taxonomy log-sign --replace-key": "Replace a key that was lost or stolen"
})(function* ({ releases, replaceKey }) {
  const keys = yield* readSigningKeys(logKeyVariable)
  if (keys === undefined) {
    return yield* usageError(
      `There is no key to sign with. Set ${logKeyVariable} to a private key or to the path of its file. Make one with taxonomy log-key.`
    )
  }
  yield* refuseRewritten("log-sign", releases)
  const { checkpoint, isChanged } = yield* signLog(releases, keys, { replaceKey })
  if (!isChanged) return yield* Console.log("Nothing to sign: the log has not changed since these keys signed it.")
  yield* Console.log(formatCheckpoint(checkpoint))
  yield* Console.log(`Next: ${commitCommand(releases, "Sign the log", [checkpointFile])}, then git push`)
})
