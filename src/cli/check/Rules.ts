import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { makeFormatOption } from "../options/Options.ts"

const rulesOptions = { format: makeFormatOption(["pretty", "json", "markdown"], "Format of the list") }

export type RulesInput = Command.Command.Config.Infer<typeof rulesOptions>

/** `taxonomy rules`: the list of checks. */
export const rulesCommand = Command.make(
  "rules",
  rulesOptions,
  lazyHandler(async () => (await import("./RunRules.ts")).runRules)
).pipe(
  Command.withDescription("List all checks of sources and releases"),
  Command.withExamples([
    { command: "taxonomy rules", description: "One line per check" },
    { command: "taxonomy rules --format json", description: "All details, for programs" }
  ])
)
