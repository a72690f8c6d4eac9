import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "./References.ts"
import { formatSuggestion, type UnknownName } from "./UnknownName.ts"

export const unknownValue: Check<"reference/unknown-value", UnknownName> = {
  id: "reference/unknown-value",
  title: "Unknown value",
  level: "error",
  stage: "reference",
  waivable: false,
  explanation:
    "A config, a conflict rule or a replacement names a code that the dimension does not list. Codes are case-sensitive here. Use an existing value, or add it to the dimension.",
  breaks: `# licenses/EDU.yaml
config:
  use_type: [educatonal]`,
  keeps: `# licenses/EDU.yaml
config:
  use_type: [educational]`,
  message: ({ dimension, name, replaces }) =>
    replaces === undefined
      ? `${dimension} has no value "${name}"`
      : `${replaces} is replaced by "${name}", which does not exist`,
  help: (unknown) =>
    formatSuggestion(
      unknown,
      unknown.replaces === undefined
        ? `Add the value to ${unknown.dimension}, or use an existing one.`
        : "Name a value that exists, or give a reason without replaced_by."
    ),
  run: (proposal) =>
    referenceProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "UnknownValue") return []
      const { item, location, name } = problem
      return [makeFinding(unknownValue, name, { item, location })]
    })
}
