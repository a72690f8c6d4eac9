import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"
import { isPath, pathForm, plainFormatOption, PrefixedVersion, withFile } from "../options/Options.ts"
import { requiredTrustedKeyOption, witnessOptions } from "../options/TrustOptions.ts"

const verifyProofOptions = {
  proof: Argument.String("proof").pipe(
    Argument.withDescription("File of the proof"),
    Argument.filter(isPath, pathForm)
  ),
  artifact: textOption("artifact", "File with the bytes that the proof is about").pipe(withFile),
  trustedKey: requiredTrustedKeyOption,
  version: textOption("version", "Release that the proof must be about, such as v1.2.0", defaultNote("any")).pipe(
    Flag.withMetavar("version"),
    Flag.withSchema(PrefixedVersion),
    Flag.optional
  ),
  path: textOption(
    "path",
    "File of the release that the proof must be about, such as licenses/NIL-EDU-IMAGE.json",
    defaultNote("any")
  ).pipe(Flag.withMetavar("path"), Flag.optional),
  ...witnessOptions,
  format: plainFormatOption
}

export type VerifyProofInput = Command.Command.Config.Infer<typeof verifyProofOptions>

/** `taxonomy verify-proof`: verifies a proof without the releases, and without a network. */
export const verifyProofCommand = Command.make(
  "verify-proof",
  verifyProofOptions,
  lazyHandler(async () => (await import("./RunVerifyProof.ts")).runVerifyProof)
).pipe(
  Command.withDescription("Verify that a file was published as its proof says, without a repository or a network"),
  Command.withExamples([
    {
      command: "taxonomy verify-proof edu.tlog-proof --artifact edu.json --trusted-key log.vkey",
      description: "What was published, when, and who signed it"
    },
    {
      command:
        "taxonomy verify-proof edu.tlog-proof --artifact edu.json --trusted-key log.vkey --version v1.0.0 --path licenses/NIL-EDU-IMAGE.json",
      description: "Whether it is what a contract names"
    }
  ])
)
