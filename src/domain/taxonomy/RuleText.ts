import type { Condition, Conditions } from "./Config.ts"
import type { RuleConditions } from "./Rules.ts"
import { formatCondition, isMultipleCondition, isSingleCondition, isTerritoryCondition } from "./Settings.ts"

/** How a text names dimensions and codes. */
export interface RuleWords {
  readonly dimension: (name: string) => string
  readonly code: (dimension: string, code: string) => string
}

/** A rule as a sentence: "A license needs Copy in Approval rights if Commercial scope is Full commercial." */
export const describeRule = (
  { forbid, require: required = {}, when = {} }: RuleConditions,
  words: RuleWords
): string => {
  const cases = (conditions: Conditions): string =>
    Object.entries(conditions)
      .map(
        ([name, condition]) =>
          // The condition of flags begins with a code, and two names side by side would read as one.
          `${words.dimension(name)}${isOfFlags(condition) ? ":" : ""} ${formatCondition(condition, (code) => words.code(name, code))}`
      )
      .join(", together with ")
  if (forbid !== undefined) return `A license is not valid if ${cases(forbid)}.`
  const needs = Object.entries(required).map(([name, condition]) => formatNeed(name, condition, words))
  return `A license needs ${needs.join(" and ")} if ${cases(when)}.`
}

const isOfFlags = (condition: Condition): boolean =>
  !isMultipleCondition(condition) && !isSingleCondition(condition) && !isTerritoryCondition(condition)

/** What a rule requires of a dimension, as a noun. */
const formatNeed = (name: string, condition: Condition, words: RuleWords): string => {
  const [[operator, operand] = ["", undefined], ...more]: ReadonlyArray<readonly [string, unknown]> =
    Object.entries(condition)
  const dimension = words.dimension(name)
  const codes = (Array.isArray(operand) ? operand : [operand]).filter((code) => typeof code === "string")
  const listed = (conjunction: string) => codes.map((code) => words.code(name, code)).join(` ${conjunction} `)
  if (more.length === 0 && codes.length > 0) {
    if (operator === "contains" || operator === "contains_all") return `${listed("and")} in ${dimension}`
    if (operator === "contains_any") return `${listed("or")} in ${dimension}`
    if (operator === "equals" || operator === "any_of") return `${listed("or")} as ${dimension}`
  }
  return `a setting of ${dimension} that ${formatCondition(condition, (code) => words.code(name, code))}`
}
