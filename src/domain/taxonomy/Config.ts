import * as Schema from "effect/Schema"
import { Code, DimensionName } from "./Scalars.ts"

/** What a `territory` dimension is set to (service spec, 2.4). */
export type Territory = typeof Territory.Type
export const Territory = Schema.Struct({ global: Schema.Boolean, countries: Schema.Array(Code) })

/** What a `flags` dimension is set to; a member that is absent is left open. */
export type Flags = typeof Flags.Type
export const Flags = Schema.Record(Code, Schema.Boolean)

/** One dimension's setting: `single` a code, `multiple` a list of codes, `territory` and `flags` objects. */
export type Setting = typeof Setting.Type
export const Setting = Schema.Union([Code, Schema.Array(Code), Territory, Flags]).annotate({
  expected: "a code, a list of codes, a territory (global, countries), or an object of true and false",
  hint: "Write it as the shape of the dimension asks: CODE, [CODE], { global: false, countries: [CODE] } or { MEMBER: true }"
})

/** The dimension settings of a license, keyed by dimension name (service spec, 2.1). */
export type Config = typeof Config.Type
export const Config = Schema.Record(DimensionName, Setting)

/** Each operator that is named must hold. A dimension that a config leaves unset meets no condition. */
export type MultipleCondition = typeof MultipleCondition.Type
export const MultipleCondition = Schema.Struct({
  contains: Schema.optionalKey(Code),
  contains_any: Schema.optionalKey(Schema.NonEmptyArray(Code)),
  contains_all: Schema.optionalKey(Schema.NonEmptyArray(Code)),
  contains_none: Schema.optionalKey(Schema.NonEmptyArray(Code)),
  empty: Schema.optionalKey(Schema.Boolean)
}).check(
  Schema.isMinProperties(1, { expected: "at least one of contains, contains_any, contains_all, contains_none, empty" })
)

export type SingleCondition = typeof SingleCondition.Type
export const SingleCondition = Schema.Struct({
  equals: Schema.optionalKey(Code),
  any_of: Schema.optionalKey(Schema.NonEmptyArray(Code)),
  none_of: Schema.optionalKey(Schema.NonEmptyArray(Code))
}).check(Schema.isMinProperties(1, { expected: "at least one of equals, any_of, none_of" }))

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
    "a condition: contains, contains_any, contains_all, contains_none or empty of a list, equals, any_of or none_of of a single code, " +
    "global and countries of a territory, true or false of a flag",
  hint:
    "Write it as the shape of the dimension asks: { equals: CODE }, { contains: CODE }, " +
    "{ countries: { contains: CODE } } or { MEMBER: true }"
})

/** The conditions of a rule by dimension. */
export type Conditions = typeof Conditions.Type
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
