// Published event schemas: the corpus in test/corpus pins what they read and write.
import * as Schema from "effect/Schema"
import { Timestamp1 } from "../ledger/Timestamp1.ts"

const Version1 = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/u)
).pipe(Schema.brand("Version"))

const Digest1 = Schema.String.check(Schema.isPattern(/^sha256:[0-9a-f]{64}$/u))

const Bump1 = Schema.Literals(["patch", "minor", "major"])

/** The name of a dimension. */
const DimensionName1 = Schema.String.check(Schema.isPattern(/^(?!(?:version|envelope)$)[a-z][a-z0-9_]{0,63}$/u))

/** The code of a value or of a license. */
const Code1 = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u))

/** The id of a conflict rule. */
const RuleId1 = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,63}$/u))

/** A text for people: not blank, without control characters but line breaks and tabs, well-formed Unicode. */
const Text1 = Schema.String.check(Schema.isPattern(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u), Schema.isPattern(/\S/u))

const Shape1 = Schema.Literals(["single", "multiple", "territory", "flags"])

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

const Config1 = Schema.Record(DimensionName1, Setting1)

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

const Conditions1 = Schema.Record(DimensionName1, Condition1).check(Schema.isMinProperties(1))

export const ConflictRule1 = Schema.Struct({ id: RuleId1, description: Text1, forbid: Conditions1 })

const dimension = { dimension: Schema.String }
const value = { dimension: Schema.String, value: Schema.String }
const license = { license: Schema.String }
const rule = { rule: Schema.String }

const beforeAfter = <S extends Schema.Constraint>(schema: S) => ({ before: schema, after: schema })
const optionalBeforeAfter = <S extends Schema.Constraint>(schema: S) => ({
  before: Schema.optionalKey(schema),
  after: Schema.optionalKey(schema)
})
const labels = beforeAfter(Schema.Struct({ label: Schema.String, description: Schema.String }))
const names = beforeAfter(Schema.Struct({ name: Schema.String, description: Schema.String }))
const titles = beforeAfter(Schema.Struct({ title: Schema.String, description: Schema.String }))

const change = <const Kind extends string, const Fields extends Schema.Struct.Fields>(kind: Kind, fields: Fields) =>
  Schema.Struct({ kind: Schema.Literal(kind), bump: Bump1, ...fields })

export const Change1 = Schema.Union([
  change("namespace-changed", beforeAfter(Schema.String)),
  change("title-changed", titles),
  change("dimension-added", { ...dimension, after: Dimension1 }),
  change("dimension-removed", dimension),
  change("dimension-shape-changed", { ...dimension, ...beforeAfter(Shape1) }),
  change("dimension-requirement-changed", { ...dimension, ...beforeAfter(Schema.Boolean) }),
  change("dimension-definition-changed", { ...dimension, ...optionalBeforeAfter(Schema.String) }),
  change("dimension-text-changed", { ...dimension, ...labels }),
  change("dimension-deprecated", { ...dimension, after: Deprecation1 }),
  change("dimension-undeprecated", { ...dimension, before: Deprecation1 }),
  change("dimension-deprecation-changed", { ...dimension, ...beforeAfter(Deprecation1) }),
  change("value-added", { ...value, index: Schema.Natural, after: Value1 }),
  change("value-removed", value),
  change("value-definition-changed", { ...value, ...optionalBeforeAfter(Schema.String) }),
  change("value-text-changed", { ...value, ...labels }),
  change("value-deprecated", { ...value, after: Deprecation1 }),
  change("value-undeprecated", { ...value, before: Deprecation1 }),
  change("value-deprecation-changed", { ...value, ...beforeAfter(Deprecation1) }),
  change("values-reordered", { ...dimension, ...beforeAfter(Schema.Array(Schema.String)) }),
  change("license-added", { ...license, after: License1 }),
  change("license-removed", license),
  change("license-config-changed", { ...license, ...beforeAfter(Config1) }),
  change("license-text-changed", { ...license, ...names }),
  change("license-deprecated", { ...license, after: Deprecation1 }),
  change("license-undeprecated", { ...license, before: Deprecation1 }),
  change("license-deprecation-changed", { ...license, ...beforeAfter(Deprecation1) }),
  change("rule-added", { ...rule, after: ConflictRule1 }),
  change("rule-removed", rule),
  change("rule-condition-changed", { ...rule, ...beforeAfter(Conditions1) }),
  change("rule-text-changed", { ...rule, ...beforeAfter(Schema.String) })
])

/** Schema 1 of the event that a release was published. */
export const ReleasePublished1 = Schema.TaggedStruct("ReleasePublished", {
  version: Version1,
  base: Schema.NullOr(Version1),
  published_at: Timestamp1,
  source_commit: Schema.String,
  changes: Schema.Array(Change1),
  waivers: Schema.Array(
    Schema.Struct({
      rule: Schema.String,
      subject: Schema.String,
      version: Version1,
      reason: Schema.String,
      approved_by: Schema.String
    })
  ),
  format: Schema.Natural,
  manifest: Digest1
})

/** Schema 1 of the event that a major version got no further releases. */
export const MajorEnded1 = Schema.TaggedStruct("MajorEnded", {
  major: Schema.Natural,
  date: Timestamp1,
  reason: Schema.String
})

/** Schema 1 of the event that a release was withdrawn. */
export const ReleaseWithdrawn1 = Schema.TaggedStruct("ReleaseWithdrawn", {
  version: Version1,
  date: Timestamp1,
  reason: Schema.String
})
