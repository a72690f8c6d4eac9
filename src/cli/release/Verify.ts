import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"
import { formatOption, releasesOption, withFile } from "../options/Options.ts"
import { trustedKeyOption, witnessOptions } from "../options/TrustOptions.ts"

const baseOption = textOption(
  "base",
  "Git revision whose published releases must be unaltered",
  defaultNote("none")
).pipe(Flag.withMetavar("revision"), Flag.optional)

const checkpointOption = textOption(
  "checkpoint",
  "Older checkpoint that you kept, since which the log must only have grown",
  defaultNote("none")
).pipe(withFile, Flag.optional)

const verifyOptions = {
  releases: releasesOption,
  format: formatOption,
  base: baseOption,
  trustedKey: trustedKeyOption,
  checkpoint: checkpointOption,
  ...witnessOptions
}

export type VerifyInput = Command.Command.Config.Infer<typeof verifyOptions>

/** `taxonomy verify`: compares everything in `releases/` with the ledger, byte for byte. */
export const verifyCommand = Command.make(
  "verify",
  verifyOptions,
  lazyHandler(async () => (await import("./RunVerify.ts")).runVerify)
).pipe(
  Command.withDescription("Replay the ledger, rebuild every artifact and compare it with the file on disk"),
  Command.withExamples([
    { command: "taxonomy verify", description: "Verify releases/" },
    {
      command: "taxonomy verify --base origin/main",
      description: "Also compare with what was published on origin/main"
    },
    {
      command: "taxonomy verify --trusted-key log.vkey --checkpoint kept.checkpoint",
      description: "Also verify the signature of the log, and that the log only grew"
    }
  ])
)
