import { isObject } from "../Json.ts"
import type { FlagsCondition, MultipleCondition, SingleCondition, TerritoryCondition } from "./Condition.ts"
import { isListOfCodes } from "./ConfigGuards.ts"
import { isCode } from "./NamePatterns.ts"

// As in `ConfigGuards.ts`, these guards accept what `Schema.is` of the schemas of the same names accepts: at least one
// operator, each with an operand of its type, beside whatever else.

export const isMultipleCondition = (value: unknown): value is MultipleCondition => hasOperators(value, ofMultiple)

export const isSingleCondition = (value: unknown): value is SingleCondition => hasOperators(value, ofSingle)

export const isTerritoryCondition = (value: unknown): value is TerritoryCondition => hasOperators(value, ofTerritory)

export const isFlagsCondition = (value: unknown): value is FlagsCondition => {
  if (!isObject(value)) return false
  const members = Object.keys(value).filter(isCode)
  return members.length > 0 && members.every((member) => isBoolean(value[member]))
}

type Operators = ReadonlyArray<readonly [operator: string, isOperand: (operand: unknown) => boolean]>

const hasOperators = (value: unknown, operators: Operators): boolean => {
  if (!isObject(value)) return false
  const named = operators.filter(([operator]) => operator in value)
  return named.length > 0 && named.every(([operator, isOperand]) => isOperand(value[operator]))
}

const isBoolean = (value: unknown): boolean => typeof value === "boolean"

const isNonEmptyListOfCodes = (value: unknown): boolean => isListOfCodes(value) && value.length > 0

const ofMultiple: Operators = [
  ["contains", isCode],
  ["contains_any", isNonEmptyListOfCodes],
  ["contains_all", isNonEmptyListOfCodes],
  ["empty", isBoolean]
]

const ofSingle: Operators = [
  ["equals", isCode],
  ["any_of", isNonEmptyListOfCodes]
]

const ofTerritory: Operators = [
  ["global", isBoolean],
  ["countries", isMultipleCondition]
]
