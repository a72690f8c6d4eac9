import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { checks, findCheck } from "../../domain/checks/CheckRegistry.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { renderCheckPretty } from "../../report/CheckReference.ts"
import { usageError } from "../CommandRefused.ts"
import type { ExplainInput } from "../commands/Explain.ts"

/** Prints the documentation of one check. An unknown id is a usage error. */
export const runExplain = Effect.fnUntraced(function* (input: ExplainInput) {
  const check = findCheck(input.id)
  if (check === undefined) return yield* usageError(`Unknown check "${input.id}". ${suggestIds(input.id)}`)
  yield* Console.log(renderCheckPretty(check))
})

const suggestIds = (given: string): string => {
  const ids = checks.map(({ id }) => id)
  // A half of an id, before or after the slash, is enough for a suggestion.
  const halves = ids.filter((known) => known.split("/").includes(given))
  if (halves.length > 0) return `Did you mean ${halves.join(" or ")}?`
  return didYouMean(given, ids) ?? "Run taxonomy rules to list all checks."
}
