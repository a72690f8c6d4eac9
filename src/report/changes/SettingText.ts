import type { Condition, MultipleCondition } from "../../domain/taxonomy/Condition.ts"
import { isMultipleCondition, isSingleCondition, isTerritoryCondition } from "../../domain/taxonomy/ConditionGuards.ts"
import type { Setting } from "../../domain/taxonomy/Config.ts"

/** Formats the code of a value of one dimension. */
export type FormatCode = (code: string) => string

/** What a config sets a dimension to, in words. */
export const formatSetting = (setting: Setting, formatCode: FormatCode): string => {
  if (typeof setting === "string") return formatCode(setting)
  if (isList(setting)) return listOf(setting, formatCode)
  const { countries, global } = setting
  if (typeof global === "boolean" && typeof countries === "object") {
    if (global) return countries.length === 0 ? "worldwide" : `worldwide, and ${listOf(countries, formatCode)}`
    return listOf(countries, formatCode)
  }
  const members = Object.entries(setting).map(
    ([member, value]) => `${formatCode(member)}: ${value === true ? "yes" : "no"}`
  )
  return members.length === 0 ? "nothing" : members.join(", ")
}

/** What a condition of a conflict rule asks of a dimension, in words. */
export const formatCondition = (condition: Condition, formatCode: FormatCode): string => {
  if (isMultipleCondition(condition)) return formatMultiple(condition, formatCode)
  if (isSingleCondition(condition)) {
    const { any_of, equals } = condition
    return [
      ...(equals === undefined ? [] : [`is ${formatCode(equals)}`]),
      ...(any_of === undefined ? [] : [`is ${any_of.map(formatCode).join(" or ")}`])
    ].join(" and ")
  }
  if (isTerritoryCondition(condition)) {
    const { countries, global } = condition
    return [
      ...(global === undefined ? [] : [global ? "is worldwide" : "is not worldwide"]),
      ...(countries === undefined ? [] : [`its list of countries ${formatMultiple(countries, formatCode)}`])
    ].join(" and ")
  }
  return Object.entries(condition)
    .map(([member, value]) => `${formatCode(member)} is ${value ? "yes" : "no"}`)
    .join(" and ")
}

const formatMultiple = (
  { contains, contains_all, contains_any, empty }: MultipleCondition,
  formatCode: FormatCode
): string =>
  [
    ...(contains === undefined ? [] : [`contains ${formatCode(contains)}`]),
    ...(contains_any === undefined ? [] : [`contains ${contains_any.map(formatCode).join(" or ")}`]),
    ...(contains_all === undefined ? [] : [`contains ${contains_all.map(formatCode).join(" and ")}`]),
    ...(empty === undefined ? [] : [empty ? "is empty" : "is not empty"])
  ].join(" and ")

const isList = (setting: Exclude<Setting, string>): setting is ReadonlyArray<string> => Array.isArray(setting)

/** Separated by what stands apart from words, so that a comparison of two lists marks whole entries. */
const listOf = (codes: ReadonlyArray<string>, formatCode: FormatCode): string =>
  codes.length === 0 ? "nothing" : codes.map(formatCode).join(" · ")
