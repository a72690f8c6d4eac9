import { isWorldwide } from "../../../taxonomy/CountryAliases.ts"
import { cleanText } from "../../../taxonomy/IntendedForm.ts"
import { nearest } from "../../../taxonomy/Suggestion.ts"
import { isMap, meantCodes, type KnownDimension } from "./MeantCode.ts"
import { meantBoolean, meantCountries, meantFlags, writeList } from "./MeantSetting.ts"
import { writeCode } from "./WrittenCode.ts"

/** What an editor means by a condition of a rule, as it is written; undefined if a part of it is unclear. */
export const meantCondition = (dimension: KnownDimension, written: unknown): string | undefined => {
  switch (dimension.shape) {
    case "single":
      return meantSingle(dimension, written)
    case "multiple":
      return meantMultiple(dimension, written)
    case "territory":
      return meantTerritory(dimension, written)
    case "flags":
      return meantMembers(dimension, written)
  }
}

const meantSingle = (dimension: KnownDimension, written: unknown): string | undefined => {
  const [operand] = isMap(written) ? operandsOf(written) : [{ operator: "", value: written }]
  if (operand === undefined || (isMap(written) && Object.keys(written).length !== 1)) return undefined
  const named = certainCodes(dimension, operand.value)
  if (named === undefined) return undefined
  // There is no negation, so that all other codes are named.
  const others = [...dimension.codes].filter((code) => !named.includes(code))
  if (isNegative(operand.operator) && (others.length === 0 || others.length > maxOthers)) return undefined
  const codes = isNegative(operand.operator) ? others : named
  return codes.length === 1 ? `{ equals: ${writeCode(codes[0] ?? "")} }` : `{ any_of: ${writeList(codes)} }`
}

const meantMultiple = (dimension: KnownDimension, written: unknown): string | undefined => {
  if (!isMap(written)) return writeContains(dimension, "contains", written)
  const parts = operandsOf(written).map(({ operator, value }) => {
    const name = multipleOperator(operator)
    if (name === undefined) return undefined
    if (name !== "empty") return writeContains(dimension, name, value)
    const flag = meantBoolean(value)
    return flag === undefined ? undefined : `{ empty: ${flag} }`
  })
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined
  const inner = parts.map((part) => part?.slice(2, -2) ?? "")
  return new Set(inner.map((part) => part.split(":")[0])).size < inner.length ? undefined : `{ ${inner.join(", ")} }`
}

const writeContains = (dimension: KnownDimension, operator: string, value: unknown): string | undefined => {
  const codes = certainCodes(dimension, value)
  if (codes === undefined) return undefined
  if (operator === "contains") {
    return codes.length === 1 ? `{ contains: ${writeCode(codes[0] ?? "")} }` : `{ contains_any: ${writeList(codes)} }`
  }
  return `{ ${operator}: ${writeList(codes)} }`
}

const meantTerritory = (dimension: KnownDimension, written: unknown): string | undefined => {
  if (!isMap(written)) {
    const countries = meantCountries(dimension, written)
    if (countries === undefined || countries.length === 0) return undefined
    return countries === "worldwide" ? "{ global: true }" : `{ countries: ${containsOf(countries)} }`
  }
  const parts = operandsOf(written).map(({ operator, value }) => {
    const word = operator.toLowerCase()
    if (isWorldwide(word) || nearest(word, ["global"]) !== undefined) {
      const flag = meantBoolean(value)
      return flag === undefined ? undefined : `global: ${flag}`
    }
    const isCountries = word === "country" || nearest(word, ["countries"]) !== undefined
    if (isCountries && isMap(value)) {
      const condition = meantMultiple(dimension, value)
      return condition === undefined ? undefined : `countries: ${condition}`
    }
    if (isCountries) {
      const countries = meantCountries(dimension, value)
      if (countries === undefined || countries === "worldwide") return undefined
      return `countries: ${countries.length === 0 ? "{ empty: true }" : containsOf(countries)}`
    }
    const condition =
      multipleOperator(operator) === undefined ? undefined : meantMultiple(dimension, { [operator]: value })
    return condition === undefined ? undefined : `countries: ${condition}`
  })
  return parts.length === 0 || parts.some((part) => part === undefined) ? undefined : `{ ${parts.join(", ")} }`
}

const containsOf = (codes: ReadonlyArray<string>): string =>
  codes.length === 1 ? `{ contains: ${writeCode(codes[0] ?? "")} }` : `{ contains_any: ${writeList(codes)} }`

const meantMembers = (dimension: KnownDimension, written: unknown): string | undefined => {
  const inner = operandOf(written)
  const members =
    inner !== undefined || !isMap(written)
      ? inner
      : Object.fromEntries(Object.entries(written).map(([key, value]) => [key, operandOf(value) ?? value]))
  return meantFlags(dimension, members ?? written)
}

/** What follows the only operator of a condition, such as the truth value of `{ equals: true }`. */
const operandOf = (written: unknown): unknown => {
  const [only, ...others] = isMap(written) ? Object.entries(written) : []
  return only !== undefined &&
    others.length === 0 &&
    /^(?:equals?|is|contains(?:_any|_all)?|any_of|includes?)$/i.test(only[0])
    ? only[1]
    : undefined
}

/** The codes, if each is known; a word that is none makes all of them uncertain. */
const certainCodes = (dimension: KnownDimension, value: unknown): ReadonlyArray<string> | undefined => {
  const { codes, unknown } = meantCodes(dimension, value)
  return unknown.length > 0 || codes.length === 0 ? undefined : codes
}

const operandsOf = (written: Readonly<Record<string, unknown>>) =>
  Object.entries(written).map(([operator, value]) => {
    // A sign in the place of the colon, or no space behind it, makes one key of both.
    const [, name, operand] = value === null ? (/^(\w+)\s*(?:=>|=|:)\s*(.+)$/.exec(operator) ?? []) : []
    return name === undefined ? { operator: cleanText(operator), value } : { operator: name, value: operand }
  })

/** More codes than that are a list that nobody reads. */
const maxOthers = 12

const isNegative = (operator: string): boolean => /^(?:not|no|exclude|except|without|!|isnt|unless)/i.test(operator)

const multipleOperator = (operator: string): "contains" | "contains_any" | "contains_all" | "empty" | undefined => {
  const word = operator.toLowerCase().replaceAll(/[\s-]+/g, "_")
  if (isNegative(word)) return undefined
  const known = operators.find(([, words]) => words.includes(word))?.[0]
  const near = known ?? nearest(word, ["contains", "contains_any", "contains_all", "empty"])
  return near === "contains" || near === "contains_any" || near === "contains_all" || near === "empty"
    ? near
    : undefined
}

const operators: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [
    "contains",
    ["contains", "contain", "includes", "include", "has", "equals", "equal", "is", "value", "includes_value"]
  ],
  [
    "contains_any",
    ["contains_any", "any", "any_of", "includes_any", "in", "one_of", "either", "contains_one_of", "or", "has_any"]
  ],
  ["contains_all", ["contains_all", "all", "all_of", "includes_all", "and", "both", "has_all", "contains_both"]],
  ["empty", ["empty", "is_empty", "none"]]
]
