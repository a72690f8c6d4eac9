import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import { rulesJson, rulesMarkdown, rulesPretty } from "../build/reports/RuleReference.ts"
import { ruleTable } from "../domain/rules/RuleTable.ts"

const formats = ["pretty", "json", "markdown"] as const

const format = Flag.Literals("format", formats).pipe(
  Flag.withDescription("How to print [env: TAXONOMY_FORMAT]"),
  Flag.withFallbackConfig(Config.Literals(formats, "TAXONOMY_FORMAT")),
  Flag.withDefault("pretty")
)

const print = { pretty: rulesPretty, json: rulesJson, markdown: rulesMarkdown } as const

/** `taxonomy rules`: all that a run looks at. */
export const rules = Command.make("rules", { format }, (input) => Console.log(print[input.format](ruleTable))).pipe(
  Command.withDescription("List every rule that sources and releases have to keep")
)
