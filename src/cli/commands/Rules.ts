import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { rulesJson, rulesMarkdown, rulesPretty } from "../../report/RuleReference.ts"
import { makeFormatOption } from "../options/Options.ts"

const renderers = { pretty: rulesPretty, json: rulesJson, markdown: rulesMarkdown } as const

/** `taxonomy rules`: the list of checks. */
export const rulesCommand = Command.make(
  "rules",
  { format: makeFormatOption(["pretty", "json", "markdown"], "Format of the list") },
  (input) => Console.log(renderers[input.format](checks))
).pipe(
  Command.withDescription("List all checks of sources and releases"),
  Command.withExamples([
    { command: "taxonomy rules", description: "One line per check" },
    { command: "taxonomy rules --format json", description: "All details, for programs" }
  ])
)
