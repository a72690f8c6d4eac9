import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { plainFormatOption } from "../options/Options.ts"
import { adminUrlOption } from "./AdminUrlOption.ts"
import { identifierArgument, keysOption } from "./KeyOptions.ts"

const showKeyOptions = {
  identifier: identifierArgument,
  adminUrl: adminUrlOption,
  keys: keysOption,
  format: plainFormatOption
}

export type ShowKeyInput = Command.Command.Config.Infer<typeof showKeyOptions>

/** `taxonomy keys show`: the record of a key, without the key itself. */
export const showKey = Command.make(
  "show",
  showKeyOptions,
  lazyHandler(async () => (await import("./RunShowKey.ts")).runShowKey)
).pipe(
  Command.withDescription("Show the record of an API key, without the key itself"),
  Command.withExamples([
    { command: "taxonomy keys show nil_AbCdEfGh", description: "Find holder and status of a key in a log line" },
    {
      command: "taxonomy keys show nil_AbCdEfGh --admin-url http://127.0.0.1:8081",
      description: "Also show how much the key is used"
    }
  ])
)
