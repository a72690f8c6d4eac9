// Part of published event schemas: the corpus in test/corpus pins what they read and write.
import * as Schema from "effect/Schema"
import { Bump1 } from "./Scalars1.ts"
import { Conditions1, Config1, ConflictRule1, Deprecation1, Dimension1, License1, Shape1, Value1 } from "./Taxonomy1.ts"

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
