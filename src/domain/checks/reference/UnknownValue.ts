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
  message: ({ dimension, exists_as, name, replaces }) => {
    if (replaces === undefined) return `${dimension} has no value "${name}"`
    return `${replaces} is replaced by "${name}", which ${exists_as === undefined ? "does not exist" : `is a ${exists_as}`}`
  },
  help: (unknown) => {
    if (unknown.replaces === undefined) {
      return formatSuggestion(unknown, `Add the value to ${unknown.dimension}, or use an existing one.`)
    }
    const advice = "Name a value that exists, or give a reason without replaced_by."
    return unknown.exists_as === undefined
      ? formatSuggestion(unknown, advice)
      : `Only a value can replace a value. ${advice}`
  },
  run: (proposal) =>
    referenceProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "UnknownValue") return []
      const { item, location, name } = problem
      return [makeFinding(unknownValue, name, { item, location })]
    })
}
