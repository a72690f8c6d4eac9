// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import type { Change } from "./Release.ts"

type Config = Extract<Change, { kind: "license-config-changed" }>["after"]
type Setting = Config[string]
type Conditions = Extract<Change, { kind: "rule-condition-changed" }>["after"]
type Condition = Conditions[string]

/** Formats the code of a value of one dimension. */
type FormatCode = (code: string) => string

/** What a config sets a dimension to, in words. */
export const settingText = (setting: Setting | undefined, format: FormatCode): string => {
  if (setting === undefined) return ""
  if (typeof setting === "string") return format(setting)
  if (isList(setting)) return listText(setting, format)
  const { countries, global } = setting
  if (typeof global === "boolean" && typeof countries === "object") {
    if (!global) return listText(countries, format)
    return countries.length === 0 ? "worldwide" : `worldwide, and ${listText(countries, format)}`
  }
  return entriesOf(setting)
    .map(([member, value]) => `${format(member)}: ${value === true ? "yes" : "no"}`)
    .join(" · ")
}

/** What a condition of a conflict rule asks of a dimension, in words. */
export const conditionText = (condition: Condition | undefined, format: FormatCode): string =>
  condition === undefined
    ? ""
    : entriesOf(condition)
        .map(([operator, operand]) => operatorText(operator, operand, format))
        .join(" and ")

const operatorText = (operator: string, operand: unknown, format: FormatCode): string => {
  const codes = Array.isArray(operand) ? operand.map(String) : [String(operand)]
  switch (operator) {
    case "contains":
    case "contains_any":
      return `contains ${codes.map(format).join(" or ")}`
    case "contains_all":
      return `contains ${codes.map(format).join(" and ")}`
    case "equals":
    case "any_of":
      return `is ${codes.map(format).join(" or ")}`
    case "countries":
      return typeof operand === "object" && operand !== null
        ? entriesOf(operand)
            .map(([inner, value]) => `its list of countries ${operatorText(inner, value, format)}`)
            .join(" and ")
        : `${format(operator)} is ${yesOrNo(operand)}`
    case "empty":
      return operand === true ? "is empty" : "is not empty"
    case "global":
      return operand === true ? "is worldwide" : "is not worldwide"
    default:
      return `${format(operator)} is ${yesOrNo(operand)}`
  }
}

/** The entries in an order that does not depend on how the release was read. */
const entriesOf = (record: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1))

const yesOrNo = (value: unknown): string => (value === true ? "yes" : "no")

const isList = (setting: Exclude<Setting, string>): setting is ReadonlyArray<string> => Array.isArray(setting)

const listText = (codes: ReadonlyArray<string>, format: FormatCode): string =>
  codes.length === 0 ? "nothing" : codes.map(format).join(" · ")
