import * as Schema from "effect/Schema"
import { ConflictRule, Dimension, License, Value, type Items } from "../taxonomy/Taxonomy.ts"
import { Bump } from "../taxonomy/Version.ts"
import { structFields, type Fields } from "../vocabulary/Field.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { Change, ChangeKind } from "./Change.ts"
import { recordingsOf, type Recording } from "./Recording.ts"

type AnyFields = Readonly<Record<string, Schema.Top>>

/** The fields with which the changes of each kind of item name it. */
const itemNames: Readonly<Record<keyof Items, AnyFields>> = {
  taxonomy: {},
  dimension: { dimension: Schema.String },
  value: { dimension: Schema.String, value: Schema.String },
  license: { license: Schema.String },
  rule: { rule: Schema.String }
}

const record = (type: keyof Items, kind: string, fields: AnyFields = {}) =>
  [kind, Schema.Struct({ kind: Schema.Literal(kind), bump: Bump, ...itemNames[type], ...fields })] as const

/** Both sides of a changed field. A side may be missing if the item may be without the field. */
const sidesOf = (schema: Schema.Top, optional: boolean, before = schema): AnyFields =>
  optional ? { before: Schema.optionalKey(before), after: Schema.optionalKey(schema) } : { before, after: schema }

/** The first release changes the texts of a taxonomy that had none, which are empty. */
const orEmpty = (schema: Schema.Top): Schema.Top => Schema.Union([Schema.Literal(""), schema])

const approval = { reason: Schema.String, approved_by: Schema.String }

const ofFields = (type: keyof Items, { describe, isShared, names }: Recording) => {
  const fields: Fields = vocabulary[type]
  const [name = ""] = names
  const field = fields[name]
  if (field === undefined) return []
  const { optional = false, schema } = field
  const { kind } = describe(1, 1)
  if (isShared) {
    const shared = Object.entries<Schema.Top>(structFields(fields)).filter(([other]) => names.includes(other))
    const structOf = (adapt: (schema: Schema.Top) => Schema.Top) =>
      Schema.Struct(Object.fromEntries(shared.map(([other, each]) => [other, adapt(each)])))
    const [whole, before] = [structOf((each) => each), structOf(type === "taxonomy" ? orEmpty : (each) => each)]
    return [record(type, kind, sidesOf(whole, false, before))]
  }
  switch (field.kind) {
    case "deprecation":
      return [
        record(type, describe(undefined, 1).kind, { after: schema }),
        record(type, describe(1, undefined).kind, { before: schema }),
        record(type, kind, sidesOf(schema, false))
      ]
    case "meaning": {
      const sides = sidesOf(schema, optional)
      return [record(type, kind, sides), record(type, kind.replace(/changed$/, "corrected"), { ...sides, ...approval })]
    }
    default:
      return [record(type, kind, sidesOf(schema, optional, type === "taxonomy" ? orEmpty(schema) : schema))]
  }
}

const ofItem = (type: keyof Items, after?: Schema.Top, position: AnyFields = {}) => [
  ...(after === undefined
    ? []
    : [record(type, `${type}-added`, { ...position, after }), record(type, `${type}-removed`)]),
  ...recordingsOf(type).flatMap((recording) => ofFields(type, recording))
]

const members = [
  ...ofItem("taxonomy"),
  ...ofItem("dimension", Dimension),
  ...ofItem("value", Value, { index: Schema.Natural }),
  record("dimension", "values-reordered", sidesOf(Schema.Array(Schema.String), false)),
  ...ofItem("license", License),
  ...ofItem("rule", ConflictRule)
]

/** Every kind of change. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ChangeKind is derived from the same table
export const changeKinds = members.map(([kind]) => kind) as ReadonlyArray<ChangeKind>

/** The schema of a change, which follows from the vocabulary as the type does. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Change is derived from the same table
export const ChangeSchema = Schema.Union(members.map(([, schema]) => schema)) as unknown as Schema.Codec<Change>
