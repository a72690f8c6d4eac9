import * as Console from "effect/Console"
import { checks, checksByArea, findCheck } from "../../domain/checks/CheckRegistry.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import {
  renderChecksJson,
  renderChecksMarkdown,
  renderChecksPretty,
  renderAreaPretty,
  renderCheckPretty
} from "../../report/CheckReference.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { terminalWidth } from "../terminal/Terminal.ts"

const rulesOptions = { format: Options.makeFormatOption(["pretty", "json", "markdown"], "Format of the list") }

/** `taxonomy rules`: prints the list of checks. */
export const rulesCommand = Options.makeCommand("rules", rulesOptions, {
  "taxonomy rules": "One line per check",
  "taxonomy rules --format json": "All details, for programs"
})(function* ({ format }) {
  if (format !== "pretty") return yield* Console.log(renderers[format]())
  const width = yield* terminalWidth
  const lines = renderChecksPretty().split("\n")
  yield* Console.log(lines.map((line) => wrapText(line, width, { first: "", rest: "    " })).join("\n"))
})

const renderers = { json: renderChecksJson, markdown: renderChecksMarkdown } as const

const explainOptions = {
  id: Options.textArgument("id", "Id of a check, as findings show it in brackets")
}

/**
 * `taxonomy explain`: prints the documentation of one check, or the checks of an area. An unknown id is a usage error.
 */
export const explainCommand = Options.makeCommand("explain", explainOptions, {
  "taxonomy explain semver/bump-too-small": "The meaning of a finding and how to fix it"
})(function* (input) {
  const area = Object.entries(checksByArea).find(([name]) => name === input.id.replace(/\/+$/, ""))
  if (area !== undefined) return yield* Console.log(renderAreaPretty(area[1]))
  const check = findCheck(input.id)
  if (check === undefined) return yield* usageError(`Unknown check "${input.id}". ${suggestIds(input.id)}`)
  yield* Console.log(renderCheckPretty(check))
})

const suggestIds = (given: string): string => {
  const ids = checks.map(({ id }) => id)
  // The half of an id after the slash is enough for a suggestion.
  const halves = ids.filter((known) => known.endsWith(`/${given}`))
  if (halves.length > 0) return `Did you mean ${halves.join(" or ")}?`
  return didYouMean(given, ids) ?? "Run taxonomy rules to list all checks."
}
