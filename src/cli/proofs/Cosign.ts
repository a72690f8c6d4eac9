import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { textOption } from "../options/EnvironmentOption.ts"
import { releasesOption, withFile } from "../options/Options.ts"
import { requiredTrustedKeyOption } from "../options/TrustOptions.ts"

const cosignOptions = {
  trustedKey: requiredTrustedKeyOption,
  seen: textOption("seen", "File of the checkpoint that this witness saw last. Made by the first run").pipe(withFile),
  releases: releasesOption
}

export type CosignInput = Command.Command.Config.Infer<typeof cosignOptions>

/** `taxonomy cosign`: a witness adds its cosignature to the checkpoint of a log that has only grown. */
export const cosignCommand = Command.make(
  "cosign",
  cosignOptions,
  lazyHandler(async () => (await import("./RunCosign.ts")).runCosign)
).pipe(
  Command.withDescription("Cosign the checkpoint as a witness, with the key in TAXONOMY_WITNESS_KEY"),
  Command.withExamples([
    {
      command: "taxonomy cosign --trusted-key log.vkey --seen seen.checkpoint",
      description: "Cosign, if the log has only grown since the last run"
    }
  ])
)
