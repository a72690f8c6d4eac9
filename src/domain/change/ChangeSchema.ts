import * as Schema from "effect/Schema"
import { capitalize } from "../Sentence.ts"
import { Bump } from "../taxonomy/Scalars.ts"
import { ConflictRule, Dimension, License, Value, type Items } from "../taxonomy/Taxonomy.ts"
import type { Field, Fields } from "../vocabulary/Field.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { Change, ChangeKind } from "./Change.ts"
import { recordingsOf, type Recording } from "./Recording.ts"

type StructFields = Readonly<Record<string, Schema.Top>>

/** What the record of each kind of change consists of, as a ledger or the API writes it. */
export interface ChangeParts {
  readonly fieldOf: (field: Field, fields: Fields) => Schema.Top
  /** What the record of a changed field says beside the field before and after. */
  readonly besides: (field: Field, fields: Fields) => StructFields
  /** The items that a change adds. */
  readonly items: Readonly<Record<Exclude<keyof Items, "taxonomy">, Schema.Top>>
  readonly text: Schema.Top
  readonly codes: Schema.Top
  /** The position of an added value among the values after it. */
  readonly position: Schema.Top
  readonly approval: StructFields
  /** What the record of a change of an item says of the item. */
  readonly facts: StructFields
  readonly removal: StructFields
}

/** The schema of each kind of change, as the vocabulary and the parts make it. */
export const makeChangeSchemas = (
  parts: ChangeParts
): ReadonlyArray<readonly [kind: ChangeKind, schema: Schema.Top]> => {
  const { approval, besides, codes, facts, fieldOf, items, position, removal, text } = parts

  const itemNames: Readonly<Record<keyof Items, StructFields>> = {
    taxonomy: {},
    dimension: { ...facts, dimension: text },
    value: { ...facts, dimension: text, value: text },
    license: { ...facts, license: text },
    rule: { ...facts, rule: text }
  }

  const record = (type: keyof Items, kind: string, fields: StructFields = {}) =>
    [
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ChangeKind is derived from the same table
      kind as ChangeKind,
      Schema.Struct({ kind: Schema.Literal(kind), bump: Bump, ...itemNames[type], ...fields })
    ] as const

  const ofRecording = (type: keyof Items, { describe, isShared, names }: Recording) => {
    const fields: Fields = vocabulary[type]
    const own = names.flatMap((name) => fields[name] ?? [])
    const [field] = own
    if (field === undefined) return []
    const schema = isShared
      ? Schema.Struct(
          Object.fromEntries(
            own.map((each, index) => [names[index], orMissing(fieldOf(each, fields), each.optional ?? false)])
          )
        ).annotate({
          identifier: `${capitalize(type)}Texts`,
          description: "The texts of an item that change together."
        })
      : fieldOf(field, fields)
    const isOptional = !isShared && field.optional === true && field.kind !== "deprecation"
    const sides = {
      before: orMissing(schema, isOptional),
      after: orMissing(schema, isOptional),
      ...besides(field, fields)
    }
    const { kind } = describe(1, 1)
    switch (field.kind) {
      case "deprecation":
        return [
          record(type, describe(undefined, 1).kind, { after: schema }),
          record(type, describe(1, undefined).kind, { before: schema }),
          record(type, kind, sides)
        ]
      case "meaning":
        return [
          record(type, kind, sides),
          record(type, kind.replace(/changed$/, "corrected"), { ...sides, ...approval })
        ]
      default:
        return [record(type, kind, sides)]
    }
  }

  const ofFields = (type: keyof Items) => recordingsOf(type).flatMap((recording) => ofRecording(type, recording))

  const ofItem = (type: keyof typeof items, addition: StructFields = {}) => [
    record(type, `${type}-added`, { ...addition, after: items[type] }),
    record(type, `${type}-removed`, removal),
    ...ofFields(type)
  ]

  return [
    ...ofFields("taxonomy"),
    ...ofItem("dimension"),
    ...ofItem("value", { index: position }),
    record("dimension", "values-reordered", { before: codes, after: codes }),
    ...ofItem("license"),
    ...ofItem("rule")
  ]
}

const orMissing = (schema: Schema.Top, isOptional: boolean): Schema.Top =>
  isOptional ? Schema.optionalKey(schema) : schema

/** The first release changes the texts of a taxonomy that had none, which are empty. */
const orEmpty = (field: Field, fields: Fields): Schema.Top =>
  fields === vocabulary.taxonomy ? Schema.Union([Schema.Literal(""), field.schema]) : field.schema

const changeSchemas = makeChangeSchemas({
  fieldOf: orEmpty,
  besides: () => ({}),
  items: { dimension: Dimension, value: Value, license: License, rule: ConflictRule },
  text: Schema.String,
  codes: Schema.Array(Schema.String),
  position: Schema.Natural,
  approval: { reason: Schema.String, approved_by: Schema.String },
  facts: {},
  removal: {}
})

/** Every kind of change. */
export const changeKinds: ReadonlyArray<ChangeKind> = changeSchemas.map(([kind]) => kind)

/** The schema of a change, which follows from the vocabulary as the type does. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Change is derived from the same table
export const ChangeSchema = Schema.Union(changeSchemas.map(([, schema]) => schema)) as unknown as Schema.Codec<Change>
