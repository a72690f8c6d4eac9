import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { rulesJson, rulesMarkdown, rulesPretty } from "../../report/RuleReference.ts"
import { formatOption } from "../options/Options.ts"

const format = formatOption(["pretty", "json", "markdown"], "How to print")

const print = { pretty: rulesPretty, json: rulesJson, markdown: rulesMarkdown } as const

/** `taxonomy rules`: all that a run looks at. */
export const rules = Command.make("rules", { format }, (input) => Console.log(print[input.format](checks))).pipe(
  Command.withDescription("List every rule that sources and releases have to keep"),
  Command.withExamples([
    { command: "taxonomy rules", description: "One line a rule; taxonomy explain tells more of each" },
    { command: "taxonomy rules --format json", description: "All that is known of them, for programs" }
  ])
)
