import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazyHandler } from "../LazyHandler.ts"
import { releasesOption } from "../options/Options.ts"

const logSignOptions = {
  // No environment variable: it would switch off the check of the key for later runs too.
  replaceKey: Flag.Boolean("replace-key").pipe(
    Flag.withDescription("Signature with keys that have not signed the log before, in place of those that have"),
    Flag.withDefault(false)
  ),
  releases: releasesOption
}

export type LogSignInput = Command.Command.Config.Infer<typeof logSignOptions>

/** `taxonomy log-sign`: signs the present state of the log, without a new event. */
export const logSignCommand = Command.make(
  "log-sign",
  logSignOptions,
  lazyHandler(async () => (await import("./RunLogSign.ts")).runLogSign)
).pipe(
  Command.withDescription("Sign the log as it is, with the keys in TAXONOMY_LOG_KEY"),
  Command.withExamples([
    { command: "TAXONOMY_LOG_KEY=~/log.key taxonomy log-sign", description: "Sign a log for the first time" },
    {
      command: 'TAXONOMY_LOG_KEY="$(cat ~/log.key ~/new.key)" taxonomy log-sign',
      description: "Add the signature of a new key"
    },
    {
      command: "TAXONOMY_LOG_KEY=~/new.key taxonomy log-sign --replace-key",
      description: "Replace a key that was lost or stolen"
    }
  ])
)
