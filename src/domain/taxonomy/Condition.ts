import * as Schema from "effect/Schema"
import { Code, DimensionName } from "./Identifiers.ts"

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

/** The conditions of a rule by dimension. */
export const Conditions = Schema.Record(DimensionName, Condition).check(
  Schema.isMinProperties(1, { expected: "at least one dimension with a condition" })
)

/** The schema of the conditions that a dimension of each shape takes. */
export const conditionOfShape = {
  multiple: MultipleCondition,
  single: SingleCondition,
  territory: TerritoryCondition,
  flags: FlagsCondition
} as const
