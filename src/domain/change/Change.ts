import * as Schema from "effect/Schema"
import { Config } from "../taxonomy/Config.ts"
import { ConflictRule } from "../taxonomy/ConflictRule.ts"
import { Deprecation, Dimension, License, Shape, Value } from "../taxonomy/Taxonomy.ts"
import { Bump } from "../taxonomy/Version.ts"

const dimension = { dimension: Schema.String }
const value = { dimension: Schema.String, value: Schema.String }
const license = { license: Schema.String }
const rule = { rule: Schema.String }

const beforeAfter = <S extends Schema.Constraint>(schema: S) => ({ before: schema, after: schema })
const optionalBeforeAfter = <S extends Schema.Constraint>(schema: S) => ({
  before: Schema.optionalKey(schema),
  after: Schema.optionalKey(schema)
})
// Texts are compared, never judged: what was published must stay readable should the rules for new texts tighten.
const texts = beforeAfter(Schema.Struct({ label: Schema.String, description: Schema.String }))
const licenseTexts = beforeAfter(Schema.Struct({ name: Schema.String, description: Schema.String }))
const titles = beforeAfter(Schema.Struct({ title: Schema.String, description: Schema.String }))

const change = <const Kind extends string, const Fields extends Schema.Struct.Fields>(kind: Kind, fields: Fields) =>
  Schema.Struct({ kind: Schema.Literal(kind), bump: Bump, ...fields })

/**
 * One record per item and kind, with the bump that it requires and all that is needed to apply it to the snapshot
 * before. The values of an added or removed dimension are part of that dimension's own record.
 */
export type Change = typeof Change.Type
export const Change = Schema.Union([
  change("namespace-changed", beforeAfter(Schema.String)),
  change("title-changed", titles),
  change("dimension-added", { ...dimension, after: Dimension }),
  change("dimension-removed", dimension),
  change("dimension-shape-changed", { ...dimension, ...beforeAfter(Shape) }),
  change("dimension-requirement-changed", { ...dimension, ...beforeAfter(Schema.Boolean) }),
  change("dimension-definition-changed", { ...dimension, ...optionalBeforeAfter(Schema.String) }),
  change("dimension-text-changed", { ...dimension, ...texts }),
  change("dimension-deprecated", { ...dimension, after: Deprecation }),
  change("dimension-undeprecated", { ...dimension, before: Deprecation }),
  change("dimension-deprecation-changed", { ...dimension, ...beforeAfter(Deprecation) }),
  // `index` is the place in the new list, so that the order of the values is part of the record.
  change("value-added", { ...value, index: Schema.Natural, after: Value }),
  change("value-removed", value),
  change("value-definition-changed", { ...value, ...optionalBeforeAfter(Schema.String) }),
  change("value-text-changed", { ...value, ...texts }),
  change("value-deprecated", { ...value, after: Deprecation }),
  change("value-undeprecated", { ...value, before: Deprecation }),
  change("value-deprecation-changed", { ...value, ...beforeAfter(Deprecation) }),
  // The codes that stay, in their old and their new order.
  change("values-reordered", { ...dimension, ...beforeAfter(Schema.Array(Schema.String)) }),
  change("license-added", { ...license, after: License }),
  change("license-removed", license),
  change("license-config-changed", { ...license, ...beforeAfter(Config) }),
  change("license-text-changed", { ...license, ...licenseTexts }),
  change("license-deprecated", { ...license, after: Deprecation }),
  change("license-undeprecated", { ...license, before: Deprecation }),
  change("license-deprecation-changed", { ...license, ...beforeAfter(Deprecation) }),
  change("rule-added", { ...rule, after: ConflictRule }),
  change("rule-removed", rule),
  change("rule-condition-changed", { ...rule, ...beforeAfter(ConflictRule.fields.forbid) }),
  change("rule-text-changed", { ...rule, ...beforeAfter(Schema.String) })
])

export type ChangeKind = Change["kind"]
