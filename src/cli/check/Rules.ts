import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { renderChecksJson, renderChecksMarkdown, renderChecksPretty } from "../../report/CheckReference.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { makeFormatOption } from "../options/Options.ts"
import { terminalWidth } from "../terminal/Terminal.ts"

const rulesOptions = { format: makeFormatOption(["pretty", "json", "markdown"], "Format of the list") }

type RulesInput = Command.Command.Config.Infer<typeof rulesOptions>

/** `taxonomy rules`: the list of checks. */
export const rulesCommand = Command.make("rules", rulesOptions, (input) => runRules(input)).pipe(
  Command.withExamples([
    { command: "taxonomy rules", description: "One line per check" },
    { command: "taxonomy rules --format json", description: "All details, for programs" }
  ])
)

const renderers = { json: renderChecksJson, markdown: renderChecksMarkdown } as const

/** Prints the list of checks. */
const runRules = Effect.fnUntraced(function* ({ format }: RulesInput) {
  if (format !== "pretty") return yield* Console.log(renderers[format]())
  const width = yield* terminalWidth
  const lines = renderChecksPretty().split("\n")
  yield* Console.log(lines.map((line) => wrapText(line, width, { first: "", rest: "    " })).join("\n"))
})
