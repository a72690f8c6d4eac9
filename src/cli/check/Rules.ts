import * as Console from "effect/Console"
import { renderChecksJson, renderChecksMarkdown, renderChecksPretty } from "../../report/CheckReference.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { makeFormatOption, makeCommand } from "../options/Options.ts"
import { terminalWidth } from "../terminal/Terminal.ts"

const rulesOptions = { format: makeFormatOption(["pretty", "json", "markdown"], "Format of the list") }

/** `taxonomy rules`: prints the list of checks. */
export const rulesCommand = makeCommand("rules", rulesOptions, {
  "taxonomy rules": "One line per check",
  "taxonomy rules --format json": "All details, for programs"
})(function* ({ format }) {
  if (format !== "pretty") return yield* Console.log(renderers[format]())
  const width = yield* terminalWidth
  const lines = renderChecksPretty().split("\n")
  yield* Console.log(lines.map((line) => wrapText(line, width, { first: "", rest: "    " })).join("\n"))
})

const renderers = { json: renderChecksJson, markdown: renderChecksMarkdown } as const
