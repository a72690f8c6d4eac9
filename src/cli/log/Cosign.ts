import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { cosignLog } from "../../release/log/CosignLog.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { usageError } from "../CommandRefused.ts"
import { textOption } from "../options/EnvironmentOption.ts"
import { releasesOption, withFile, makeCommand } from "../options/Options.ts"
import { requireTrust, requiredTrustedKeyOption } from "../options/Trust.ts"

const cosignOptions = {
  trustedKey: requiredTrustedKeyOption,
  seen: textOption("seen", "File of the checkpoint that this witness saw last. Made by the first run").pipe(withFile),
  releases: releasesOption
}

/**
 * `taxonomy cosign`: a witness adds its cosignature to the checkpoint of a log that has only grown, and says since
 * when.
 */
export const cosignCommand = makeCommand("cosign", cosignOptions, {
  "taxonomy cosign --trusted-key log.vkey --seen seen.checkpoint":
    "Cosign, if the log has only grown since the last run"
})(function* ({ releases, seen, trustedKey }) {
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
