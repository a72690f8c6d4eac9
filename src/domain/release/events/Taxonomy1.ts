// Part of published event schemas: the corpus in test/corpus pins what they read and write.
import * as Schema from "effect/Schema"
import { Code1, DimensionName1, RuleId1, Text1 } from "./Scalars1.ts"

export const Shape1 = Schema.Literals(["single", "multiple", "territory", "flags"])

export const Deprecation1 = Schema.Struct({
  replaced_by: Schema.Array(Schema.String),
  reason: Schema.optionalKey(Text1)
}).check(Schema.makeFilter(({ reason, replaced_by }) => reason !== undefined || replaced_by.length > 0))

export const Value1 = Schema.Struct({
  code: Code1,
  label: Text1,
  description: Text1,
  definition: Schema.optionalKey(Text1),
  deprecated: Schema.optionalKey(Deprecation1)
})

export const Dimension1 = Schema.Struct({
  name: DimensionName1,
  label: Text1,
  description: Text1,
  definition: Schema.optionalKey(Text1),
  shape: Shape1,
  required: Schema.Boolean,
  deprecated: Schema.optionalKey(Deprecation1),
  values: Schema.Array(Value1)
})

export const Territory1 = Schema.Struct({ global: Schema.Boolean, countries: Schema.Array(Code1) })

const Setting1 = Schema.Union([Code1, Schema.Array(Code1), Territory1, Schema.Record(Code1, Schema.Boolean)])

export const Config1 = Schema.Record(DimensionName1, Setting1)

export const License1 = Schema.Struct({
  code: Code1,
  name: Text1,
  description: Text1,
  config: Config1,
  deprecated: Schema.optionalKey(Deprecation1)
})

export const MultipleCondition1 = Schema.Struct({
  contains: Schema.optionalKey(Code1),
  contains_any: Schema.optionalKey(Schema.NonEmptyArray(Code1)),
  contains_all: Schema.optionalKey(Schema.NonEmptyArray(Code1)),
  empty: Schema.optionalKey(Schema.Boolean)
}).check(Schema.isMinProperties(1))

export const SingleCondition1 = Schema.Struct({
  equals: Schema.optionalKey(Code1),
  any_of: Schema.optionalKey(Schema.NonEmptyArray(Code1))
}).check(Schema.isMinProperties(1))

export const TerritoryCondition1 = Schema.Struct({
  global: Schema.optionalKey(Schema.Boolean),
  countries: Schema.optionalKey(MultipleCondition1)
}).check(Schema.isMinProperties(1))

const FlagsCondition1 = Schema.Record(Code1, Schema.Boolean).check(Schema.isMinProperties(1))

export const Condition1 = Schema.Union([MultipleCondition1, SingleCondition1, TerritoryCondition1, FlagsCondition1])

export const Conditions1 = Schema.Record(DimensionName1, Condition1).check(Schema.isMinProperties(1))

export const ConflictRule1 = Schema.Struct({ id: RuleId1, description: Text1, forbid: Conditions1 })
