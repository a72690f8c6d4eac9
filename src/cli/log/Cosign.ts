import * as Command from "effect/cli/Command"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { cosignLog } from "../../release/log/CosignLog.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import { textOption } from "../options/EnvironmentOption.ts"
import { releasesOption, withFile } from "../options/Options.ts"
import { requireTrust, requiredTrustedKeyOption } from "../options/Trust.ts"

const cosignOptions = {
  trustedKey: requiredTrustedKeyOption,
  seen: textOption("seen", "File of the checkpoint that this witness saw last. Made by the first run").pipe(withFile),
  releases: releasesOption
}

type CosignInput = Command.Command.Config.Infer<typeof cosignOptions>

/** `taxonomy cosign`: a witness adds its cosignature to the checkpoint of a log that has only grown. */
export const cosignCommand = Command.make("cosign", cosignOptions, (input) => runCosign(input)).pipe(
  Command.withExamples([
    {
      command: "taxonomy cosign --trusted-key log.vkey --seen seen.checkpoint",
      description: "Cosign, if the log has only grown since the last run"
    }
  ])
)

/** Cosigns the checkpoint, and says since when the log has only grown. */
const runCosign = Effect.fnUntraced(function* ({ releases, seen, trustedKey }: CosignInput) {
  const { logKeys } = yield* requireTrust({ trustedKey })
  const keys = yield* readSigningKeys("TAXONOMY_WITNESS_KEY", "cosignature")
  if (keys === undefined) {
    return yield* usageError(
      "TAXONOMY_WITNESS_KEY is not set. Set it to the private key of the witness or to its file, which taxonomy log-key --witness makes."
    )
  }
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const { before, checkpoint } = yield* cosignLog({ releases, seen, logKeys, keys, now })
  const { origin, size } = checkpoint
  yield* Console.log(
    [
      `Cosigned ${formatCount(size, "event")} of ${origin} as ${keys.keys.map(({ verifier }) => formatKeyName(verifier)).join(", ")}.`,
      before === undefined
        ? `This witness has seen no checkpoint before, so ${seen} begins with this one.`
        : `The log has only grown since this witness saw ${formatCount(before, "event")}.`
    ].join("\n")
  )
})
