import * as Argument from "effect/cli/Argument"
import * as Console from "effect/Console"
import { checks, checksByArea, findCheck } from "../../domain/checks/CheckRegistry.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { renderAreaPretty, renderCheckPretty } from "../../report/CheckReference.ts"
import { usageError } from "../CommandRefused.ts"
import { makeCommand } from "../options/Options.ts"

const explainOptions = {
  id: Argument.String("id").pipe(Argument.withDescription("Id of a check, as findings show it in brackets"))
}

/**
 * `taxonomy explain`: prints the documentation of one check, or the checks of an area. An unknown id is a usage error.
 */
export const explainCommand = makeCommand("explain", explainOptions, {
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
