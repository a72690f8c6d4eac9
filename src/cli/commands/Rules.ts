import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import { renderChecksJson, renderChecksMarkdown, renderChecksPretty } from "../../report/CheckReference.ts"
import { makeFormatOption } from "../options/Options.ts"

const renderers = { pretty: renderChecksPretty, json: renderChecksJson, markdown: renderChecksMarkdown } as const

/** `taxonomy rules`: the list of checks. */
export const rulesCommand = Command.make(
  "rules",
  { format: makeFormatOption(["pretty", "json", "markdown"], "Format of the list") },
  (input) => Console.log(renderers[input.format]())
).pipe(
  Command.withDescription("List all checks of sources and releases"),
  Command.withExamples([
    { command: "taxonomy rules", description: "One line per check" },
    { command: "taxonomy rules --format json", description: "All details, for programs" }
  ])
)
