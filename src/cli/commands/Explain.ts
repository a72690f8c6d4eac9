import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { checks, findCheck } from "../../domain/checks/CheckRegistry.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { renderCheckPretty } from "../../report/CheckReference.ts"
import { usageError } from "../CommandRefused.ts"

const idArgument = Argument.String("id").pipe(
  Argument.withDescription("Id of a check, as findings show it in brackets")
)

/** `taxonomy explain`: the documentation of one check. */
export const explainCommand = Command.make(
  "explain",
  { id: idArgument },
  Effect.fnUntraced(function* (input) {
    const check = findCheck(input.id)
    if (check === undefined) return yield* usageError(`Unknown check "${input.id}". ${suggestIds(input.id)}`)
    yield* Console.log(renderCheckPretty(check))
  })
).pipe(
  Command.withDescription("Explain a check: what it requires, why, and how to fix a finding"),
  Command.withExamples([
    { command: "taxonomy explain semver/bump-too-small", description: "The meaning of a finding and how to fix it" }
  ])
)

const suggestIds = (given: string): string => {
  const ids = checks.map(({ id }) => id)
  // A half of an id, before or after the slash, is enough for a suggestion.
  const halves = ids.filter((known) => known.split("/").includes(given))
  if (halves.length > 0) return `Did you mean ${halves.join(" or ")}?`
  return didYouMean(given, ids) ?? "Run taxonomy rules to list all checks."
}
