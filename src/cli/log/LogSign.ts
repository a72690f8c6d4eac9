import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { explicitToggle } from "../options/EnvironmentOption.ts"
import { releasesOption } from "../options/Options.ts"

const logSignOptions = {
  replaceKey: explicitToggle(
    "replace-key",
    "Signature by keys that have not signed the log before, instead of those that have"
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
    { command: "taxonomy log-sign", description: "Sign a log for the first time, or add the signature of a new key" },
    { command: "taxonomy log-sign --replace-key", description: "Replace a key that was lost or stolen" }
  ])
)
