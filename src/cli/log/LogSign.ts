import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { checkpointFile } from "../../release/log/CheckpointFile.ts"
import { logKeyVariable, signLog } from "../../release/log/SignedLedger.ts"
import { formatCheckpoint } from "../../report/LogText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import { explicitToggle } from "../options/EnvironmentOption.ts"
import { releasesOption } from "../options/Options.ts"
import { commitCommand, refuseRewritten } from "../release/ConfirmEvent.ts"

const logSignOptions = {
  replaceKey: explicitToggle(
    "replace-key",
    "Signature by keys that have not signed the log before, instead of those that have"
  ),
  releases: releasesOption
}

type LogSignInput = Command.Command.Config.Infer<typeof logSignOptions>

/** `taxonomy log-sign`: signs the present state of the log, without a new event. */
export const logSignCommand = Command.make("log-sign", logSignOptions, (input) => runLogSign(input)).pipe(
  Command.withExamples([
    { command: "taxonomy log-sign", description: "Sign a log for the first time, or add the signature of a new key" },
    { command: "taxonomy log-sign --replace-key", description: "Replace a key that was lost or stolen" }
  ])
)

/** Signs the present state of the log, unless the ledger was rewritten since the last commit. */
const runLogSign = Effect.fnUntraced(function* ({ releases, replaceKey }: LogSignInput) {
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
