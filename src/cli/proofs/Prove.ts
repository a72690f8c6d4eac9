import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"
import { releasesOption, VersionSelector, withFile } from "../options/Options.ts"

const proveOptions = {
  subject: Argument.String("subject").pipe(
    Argument.withDescription(
      "license code, dimensions or schema; or consistency, for a witness that has seen the log at a smaller size"
    )
  ),
  version: textOption("version", "Release, such as v1.2.0, v1.2 or v1", defaultNote("the newest")).pipe(
    Flag.withMetavar("version"),
    Flag.withSchema(VersionSelector),
    Flag.optional
  ),
  out: textOption("out", "File of the proof").pipe(withFile),
  artifactOut: textOption(
    "artifact-out",
    "File for the bytes that the proof is about",
    defaultNote("not written")
  ).pipe(withFile, Flag.optional),
  since: textOption("since", "Number of events that the witness has seen, for consistency", defaultNote("none")).pipe(
    Flag.withMetavar("number"),
    Flag.filterMap(
      (text) => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Option.some(Number(text)) : Option.none()),
      () => "a number of events, such as 12"
    ),
    Flag.optional
  ),
  releases: releasesOption
}

export type ProveInput = Command.Command.Config.Infer<typeof proveOptions>

/** `taxonomy prove`: writes a proof that can be verified without the releases. */
export const proveCommand = Command.make(
  "prove",
  proveOptions,
  lazyHandler(async () => (await import("./RunProve.ts")).runProve)
).pipe(
  Command.withDescription("Write the proof that a license, the dimensions or the schema were published in a release"),
  Command.withExamples([
    {
      command: "taxonomy prove NIL-EDU-IMAGE --version v1.0.0 --out edu.tlog-proof --artifact-out edu.json",
      description: "A license as 1.0.0 published it, with its proof"
    },
    {
      command: "taxonomy prove consistency --since 3 --out add-checkpoint",
      description: "What a witness that has seen 3 events needs to cosign the checkpoint"
    }
  ])
)
