import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Config from "effect/Config"
import { lazyHandler } from "../LazyHandler.ts"
import { textOption, textOptionOr, toggleOption } from "../options/EnvironmentOption.ts"
import { withRange } from "../options/IntegerOption.ts"
import { plainFormatOption, withFolder } from "../options/Options.ts"
import { trustedKeyOption, witnessOptions } from "../options/TrustOptions.ts"

const secondsOption = (name: string, description: string, usual: string, minimum: number) =>
  withRange(textOptionOr(name, description, usual), { noun: "a number of seconds", minimum, maximum: 86_400 })

const mirrorOptions = {
  url: Argument.String("url").pipe(
    Argument.withDescription("Address of the folder that contains ledger.ndjson [env: TAXONOMY_MIRROR_URL]"),
    Argument.withFallbackConfig(Config.String("TAXONOMY_MIRROR_URL"))
  ),
  into: textOption("into", "Folder that receives the releases").pipe(withFolder),
  trustedKey: trustedKeyOption,
  ...witnessOptions,
  follow: toggleOption("follow", "Run until a signal, and copy new releases when they are published"),
  interval: secondsOption("interval", "Seconds between two polls with --follow", "30", 1),
  timeout: secondsOption("timeout", "Seconds that the origin server may send nothing", "30", 1),
  wait: secondsOption(
    "wait",
    "Seconds to wait for files that do not fit each other yet, and for a busy server",
    "30",
    0
  ),
  format: plainFormatOption
}

export type MirrorInput = Command.Command.Config.Infer<typeof mirrorOptions>

/** `taxonomy mirror`: a verified copy of published releases from a static HTTP server. */
export const mirrorCommand = Command.make(
  "mirror",
  mirrorOptions,
  lazyHandler(async () => (await import("./RunMirror.ts")).runMirror)
).pipe(
  Command.withDescription("Copy published releases from a static HTTP server, and verify them"),
  Command.withExamples([
    {
      command: "taxonomy mirror https://releases.example/taxonomy --into releases --trusted-key log.vkey",
      description: "Copy what is new, if the log is signed"
    },
    {
      command: "taxonomy mirror https://releases.example/taxonomy --into releases --follow",
      description: "Copy each new release when it is published"
    }
  ])
)
