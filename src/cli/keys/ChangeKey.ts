import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { plainFormatOption } from "../options/Options.ts"
import { identifierArgument, keysOption } from "./KeyOptions.ts"
import { actorOption, newTermsOptions } from "./KeyTermsOptions.ts"

const changeKeyOptions = {
  identifier: identifierArgument,
  ...newTermsOptions,
  yes: toggleOption("yes", "Skip the confirmation"),
  actor: actorOption,
  keys: keysOption,
  format: plainFormatOption
}

export type ChangeKeyInput = Command.Command.Config.Infer<typeof changeKeyOptions>

/** `taxonomy keys change`: changes the tier, the contact or the expiry of a key, which stays the same. */
export const changeKey = Command.make(
  "change",
  changeKeyOptions,
  lazyHandler(async () => (await import("./RunChangeKey.ts")).runChangeKey)
).pipe(
  Command.withDescription("Change the tier, contact or expiry of an API key. Running servers apply it within a second"),
  Command.withExamples([
    {
      command: "taxonomy keys change nil_AbCdEfGh --tier enterprise --yes",
      description: "Change the rate limits, without confirmation"
    },
    {
      command: "taxonomy keys change nil_AbCdEfGh --expires 30d --contact legal@example.com --yes",
      description: "Let the key expire in 30 days"
    }
  ])
)
