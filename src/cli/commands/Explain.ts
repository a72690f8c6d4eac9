import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { areaOf, findCheck, checks } from "../../domain/checks/CheckRegistry.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { rulePretty } from "../../report/RuleReference.ts"
import { misused } from "../CommandRefused.ts"

const id = Argument.String("id").pipe(Argument.withDescription("The rule's id, as findings show it in brackets"))

/** `taxonomy explain ID`: what a rule says, why it matters, and what to do. */
export const explainRule = Command.make(
  "explain",
  { id },
  Effect.fnUntraced(function* (input) {
    const rule = findCheck(input.id)
    if (rule === undefined) return yield* misused(`There is no rule "${input.id}". ${suggestion(input.id)}`)
    yield* Console.log(rulePretty(rule))
  })
).pipe(
  Command.withDescription("Explain a rule: what it says, why, and what to do"),
  Command.withExamples([
    { command: "taxonomy explain semver/bump-too-small", description: "What the finding means, and what to do" }
  ])
)

const suggestion = (written: string): string => {
  const ids = checks.map((rule) => rule.id)
  // People often remember one half.
  const halves = ids.filter((known) => known.endsWith(`/${written}`) || areaOf(known) === written)
  if (halves.length > 0) return `There is ${halves.join(", ")}.`
  return didYouMean(written, ids) ?? "taxonomy rules lists them all."
}
