// FROZEN: part of published event schemas. Never edited; a new schema version gets new files.
import * as Schema from "effect/Schema"
import { Bump1 } from "./Scalars1.ts"
import { Conditions1, Config1, Shape1 } from "./Taxonomy1.ts"
import {
  BaseIri2,
  ConflictRule2,
  Deprecation2,
  Dimension2,
  HeaderTranslations2,
  ItemTranslations2,
  License2,
  LicenseTranslations2,
  RuleTranslations2,
  Value2
} from "./Taxonomy2.ts"

const dimension = { dimension: Schema.String }
const value = { dimension: Schema.String, value: Schema.String }
const license = { license: Schema.String }
const rule = { rule: Schema.String }

const beforeAfter = <S extends Schema.Constraint>(schema: S) => ({ before: schema, after: schema })
const optionalBeforeAfter = <S extends Schema.Constraint>(schema: S) => ({
  before: Schema.optionalKey(schema),
  after: Schema.optionalKey(schema)
})
const approval = { reason: Schema.String, approved_by: Schema.String }
const labels = beforeAfter(Schema.Struct({ label: Schema.String, description: Schema.String }))
const names = beforeAfter(Schema.Struct({ name: Schema.String, description: Schema.String }))
const titles = beforeAfter(Schema.Struct({ title: Schema.String, description: Schema.String }))

const change = <const Kind extends string, const Fields extends Schema.Struct.Fields>(kind: Kind, fields: Fields) =>
  Schema.Struct({ kind: Schema.Literal(kind), bump: Bump1, ...fields })

export const Change2 = Schema.Union([
  change("namespace-changed", beforeAfter(Schema.String)),
  change("iri-changed", optionalBeforeAfter(BaseIri2)),
  change("title-changed", titles),
  change("taxonomy-translations-changed", optionalBeforeAfter(HeaderTranslations2)),
  change("dimension-added", { ...dimension, after: Dimension2 }),
  change("dimension-removed", dimension),
  change("dimension-shape-changed", { ...dimension, ...beforeAfter(Shape1) }),
  change("dimension-requirement-changed", { ...dimension, ...beforeAfter(Schema.Boolean) }),
  change("dimension-definition-changed", { ...dimension, ...optionalBeforeAfter(Schema.String) }),
  change("dimension-definition-corrected", { ...dimension, ...optionalBeforeAfter(Schema.String), ...approval }),
  change("dimension-text-changed", { ...dimension, ...labels }),
  change("dimension-translations-changed", { ...dimension, ...optionalBeforeAfter(ItemTranslations2) }),
  change("dimension-deprecated", { ...dimension, after: Deprecation2 }),
  change("dimension-undeprecated", { ...dimension, before: Deprecation2 }),
  change("dimension-deprecation-changed", { ...dimension, ...beforeAfter(Deprecation2) }),
  change("value-added", { ...value, index: Schema.Natural, after: Value2 }),
  change("value-removed", value),
  change("value-definition-changed", { ...value, ...optionalBeforeAfter(Schema.String) }),
  change("value-definition-corrected", { ...value, ...optionalBeforeAfter(Schema.String), ...approval }),
  change("value-text-changed", { ...value, ...labels }),
  change("value-translations-changed", { ...value, ...optionalBeforeAfter(ItemTranslations2) }),
  change("value-deprecated", { ...value, after: Deprecation2 }),
  change("value-undeprecated", { ...value, before: Deprecation2 }),
  change("value-deprecation-changed", { ...value, ...beforeAfter(Deprecation2) }),
  change("values-reordered", { ...dimension, ...beforeAfter(Schema.Array(Schema.String)) }),
  change("license-added", { ...license, after: License2 }),
  change("license-removed", license),
  change("license-config-changed", { ...license, ...beforeAfter(Config1) }),
  change("license-text-changed", { ...license, ...names }),
  change("license-translations-changed", { ...license, ...optionalBeforeAfter(LicenseTranslations2) }),
  change("license-deprecated", { ...license, after: Deprecation2 }),
  change("license-undeprecated", { ...license, before: Deprecation2 }),
  change("license-deprecation-changed", { ...license, ...beforeAfter(Deprecation2) }),
  change("rule-added", { ...rule, after: ConflictRule2 }),
  change("rule-removed", rule),
  change("rule-condition-changed", { ...rule, ...beforeAfter(Conditions1) }),
  change("rule-text-changed", { ...rule, ...beforeAfter(Schema.String) }),
  change("rule-translations-changed", { ...rule, ...optionalBeforeAfter(RuleTranslations2) })
])
