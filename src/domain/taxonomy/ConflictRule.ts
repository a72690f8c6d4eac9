import * as Schema from "effect/Schema"
import { type Config, Flags, type Setting, settingOf, Territory } from "./Config.ts"
import { Code, DimensionName, ConflictRuleId } from "./Identifiers.ts"
import { Text } from "./Text.ts"
import { makeTranslations, translatedTexts } from "./Translations.ts"

/** Each operator that is named must hold. A dimension that a config leaves unset meets no condition. */
export type MultipleCondition = typeof MultipleCondition.Type
export const MultipleCondition = Schema.Struct({
  contains: Schema.optionalKey(Code),
  contains_any: Schema.optionalKey(Schema.NonEmptyArray(Code)),
  contains_all: Schema.optionalKey(Schema.NonEmptyArray(Code)),
  empty: Schema.optionalKey(Schema.Boolean)
}).check(Schema.isMinProperties(1, { expected: "at least one of contains, contains_any, contains_all, empty" }))

export type SingleCondition = typeof SingleCondition.Type
export const SingleCondition = Schema.Struct({
  equals: Schema.optionalKey(Code),
  any_of: Schema.optionalKey(Schema.NonEmptyArray(Code))
}).check(Schema.isMinProperties(1, { expected: "at least one of equals, any_of" }))

export type TerritoryCondition = typeof TerritoryCondition.Type
export const TerritoryCondition = Schema.Struct({
  global: Schema.optionalKey(Schema.Boolean),
  countries: Schema.optionalKey(MultipleCondition)
}).check(Schema.isMinProperties(1, { expected: "at least one of global, countries" }))

/** A member that a config leaves out equals neither `true` nor `false`. */
export type FlagsCondition = typeof FlagsCondition.Type
export const FlagsCondition = Schema.Record(Code, Schema.Boolean).check(
  Schema.isMinProperties(1, { expected: "at least one member with true or false" })
)

export type Condition = typeof Condition.Type
export const Condition = Schema.Union([
  MultipleCondition,
  SingleCondition,
  TerritoryCondition,
  FlagsCondition
]).annotate({
  expected:
    "a condition: contains, contains_any, contains_all or empty of a list, equals or any_of of a single code, " +
    "global and countries of a territory, true or false of a flag",
  hint:
    "Write it as the shape of the dimension asks: { equals: CODE }, { contains: CODE }, " +
    "{ countries: { contains: CODE } } or { MEMBER: true }"
})

export const isMultipleCondition = Schema.is(MultipleCondition)
export const isSingleCondition = Schema.is(SingleCondition)
export const isTerritoryCondition = Schema.is(TerritoryCondition)
export const isFlagsCondition = Schema.is(FlagsCondition)

/** Forbids every config that meets all of its conditions (service spec, 2.5). */
export type ConflictRule = typeof ConflictRule.Type
export const ConflictRule = Schema.Struct({
  id: ConflictRuleId,
  description: Text,
  forbid: Schema.Record(DimensionName, Condition).check(
    Schema.isMinProperties(1, { expected: "at least one dimension with a condition" })
  ),
  translations: Schema.optionalKey(makeTranslations(translatedTexts.rule))
})

/** The schema of the conditions that a dimension of each shape takes. */
export const conditionOfShape = {
  multiple: MultipleCondition,
  single: SingleCondition,
  territory: TerritoryCondition,
  flags: FlagsCondition
} as const

/** Whether a config breaks the rule. Settings are read by their own form, which the shape of a valid config fixes. */
export const conflicts = (rule: ConflictRule, config: Config): boolean =>
  Object.entries(rule.forbid).every(([dimension, condition]) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && meets(condition, setting)
  })

/** Every code that a condition names, with the path to it. */
export const codesOf = (condition: Condition, shape: keyof typeof conditionOfShape): ReadonlyArray<NamedCode> => {
  switch (shape) {
    case "flags":
      return Object.keys(condition).map((value) => ({ value, path: [value] }))
    case "territory":
      return isTerritoryCondition(condition) && condition.countries !== undefined
        ? namedIn(condition.countries).map(({ value, path }) => ({ value, path: ["countries", ...path] }))
        : []
    case "single":
    case "multiple":
      return namedIn(condition)
  }
}

export interface NamedCode {
  readonly value: string
  readonly path: ReadonlyArray<string | number>
}

const namedIn = (condition: Condition): ReadonlyArray<NamedCode> =>
  Object.entries(condition).flatMap(([operator, operand]) =>
    typeof operand === "string"
      ? [{ value: operand, path: [operator] }]
      : Array.isArray(operand)
        ? operand.map((value: string, index) => ({ value, path: [operator, index] }))
        : []
  )

const isTerritory = Schema.is(Territory)
const isFlags = Schema.is(Flags)

const meets = (condition: Condition, setting: Setting): boolean => {
  if (typeof setting === "string") return isSingleCondition(condition) && meetsSingle(condition, setting)
  if (Array.isArray(setting)) return isMultipleCondition(condition) && meetsMultiple(condition, setting)
  if (isTerritory(setting)) return isTerritoryCondition(condition) && meetsTerritory(condition, setting)
  return isFlags(setting) && isFlagsCondition(condition) && meetsFlags(condition, setting)
}

const meetsSingle = ({ any_of, equals }: SingleCondition, code: string): boolean =>
  (equals === undefined || equals === code) && (any_of === undefined || any_of.includes(code))

const meetsMultiple = (condition: MultipleCondition, codes: ReadonlyArray<string>): boolean => {
  const { contains, contains_all = [], contains_any, empty } = condition
  const set = new Set(codes)
  return (
    (contains === undefined || set.has(contains)) &&
    (contains_any === undefined || contains_any.some((code) => set.has(code))) &&
    contains_all.every((code) => set.has(code)) &&
    (empty === undefined || empty === (codes.length === 0))
  )
}

const meetsTerritory = (condition: TerritoryCondition, territory: Territory): boolean =>
  (condition.global === undefined || condition.global === territory.global) &&
  (condition.countries === undefined || meetsMultiple(condition.countries, territory.countries))

const meetsFlags = (condition: FlagsCondition, flags: Flags): boolean =>
  Object.entries(condition).every(([member, wanted]) => Object.hasOwn(flags, member) && flags[member] === wanted)
