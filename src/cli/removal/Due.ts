import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { datedDraftOptions } from "../options/DraftOptions.ts"
import { makeFormatOption } from "../options/Options.ts"

const dueOptions = {
  ...datedDraftOptions,
  format: makeFormatOption(["pretty", "json", "markdown"], "Format of the output")
}

export type DueInput = Command.Command.Config.Infer<typeof dueOptions>

/** `taxonomy due`: what is deprecated or ends, and when it can be removed. */
export const dueCommand = Command.make(
  "due",
  dueOptions,
  lazyHandler(async () => (await import("./RunDue.ts")).runDue)
).pipe(
  Command.withDescription(
    "List what can be removed, now or later, with the API versions that end and withdrawn releases"
  ),
  Command.withExamples([
    { command: "taxonomy due", description: "What is deprecated, and when it can be removed" },
    { command: "taxonomy due --date 2027-07-10", description: "What can be removed on that day" }
  ])
)
