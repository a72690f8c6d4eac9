import * as Schema from "effect/Schema"
import { Condition, Conditions, Config } from "../../domain/taxonomy/Config.ts"
import { BaseIri, DimensionName, Text } from "../../domain/taxonomy/Scalars.ts"
import type { Field, Fields } from "../../domain/vocabulary/Field.ts"
import { DeprecationBody, translationsOf, translationsOfDeprecation } from "./DeprecationBody.ts"

export const ConfigBody = Config.annotate({
  identifier: "Config",
  description:
    "Settings by dimension name. The shape of the dimension determines the type: a code, a list of codes, a territory, " +
    "or an object of booleans."
})

/** The conditions of a rule by dimension. */
export const ConditionsBody = Schema.Record(
  DimensionName,
  Condition.annotate({ identifier: "Condition", description: "The setting of a dimension that a rule applies to." })
)

/** A deprecation as the editors stated it. The dates are in `deprecation` of the change. */
export const StatedDeprecation = Schema.Struct({
  replaced_by: Schema.Array(Schema.NonEmptyString),
  replacement_mode: Schema.optionalKey(Schema.Literal("all_of")),
  reason: Schema.optionalKey(Schema.NonEmptyString),
  translations: translationsOfDeprecation
}).annotate({
  identifier: "StatedDeprecation",
  description: "A deprecation as the editors stated it: replacements, a reason, or both."
})

const deprecation = Schema.optionalKey(DeprecationBody)
const deprecated = Schema.optionalKey(StatedDeprecation)

type NameInBodies<Name, F> = F extends { readonly body: infer Body extends string } ? Body : Name

type Translations<F extends Fields, Name extends keyof F> = ReturnType<
  typeof translationsOf<{
    readonly [
      N in Name as F[N] extends { readonly isTranslated: true } ? NameInBodies<N, F[N]> : never
    ]: Schema.optionalKey<F[N]["schema"]>
  }>
>

type PlainField<F extends Field> = F extends { readonly optional: true } ? Schema.optionalKey<F["schema"]> : F["schema"]

/** The fields of an item as bodies show them: with the release and the day of its deprecation. */
export type BodyFields<F extends Fields> = {
  readonly [N in keyof F as F[N] extends { readonly kind: "items" } ? never : NameInBodies<N, F[N]>]: F[N] extends {
    readonly kind: "deprecation"
  }
    ? typeof deprecation
    : F[N] extends { readonly kind: "translation" }
      ? Translations<F, keyof F>
      : PlainField<F[N]>
}

/** The fields of an item as the editors wrote them, which is how changes record it. */
export type SnapshotFields<F extends Fields> = {
  readonly [N in keyof F as F[N] extends { readonly kind: "items" } ? never : N]: F[N] extends {
    readonly kind: "deprecation"
  }
    ? typeof deprecated
    : F[N] extends { readonly kind: "translation" }
      ? SnapshotTranslations<F>
      : PlainField<F[N]>
}

type SnapshotTranslations<F extends Fields> = ReturnType<
  typeof translationsOf<{
    readonly [N in keyof F as F[N] extends { readonly isTranslated: true } ? N : never]: Schema.optionalKey<
      F[N]["schema"]
    >
  }>
>

export const bodyFields = <const F extends Fields>(fields: F): BodyFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the table
  makeFields(fields, (name, { body = name }) => body, deprecation) as BodyFields<F>

export const snapshotFields = <const F extends Fields>(fields: F): SnapshotFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the table
  makeFields(fields, (name) => name, deprecated) as SnapshotFields<F>

/** The texts of translations as the editors wrote them. */
export const snapshotTexts = (fields: Fields): Schema.Struct.Fields => textsOf(fields, (name) => name)

/** The schema of a field in bodies. Only the sources say which characters a text may hold. */
export const bodySchema = (schema: Schema.Top): Schema.Top => bodySchemas.get(schema) ?? schema

const bodySchemas = new Map<Schema.Top, Schema.Top>([
  [Text, Schema.NonEmptyString],
  [BaseIri, Schema.NonEmptyString],
  [Config, ConfigBody],
  [Conditions, ConditionsBody]
])

const makeFields = (
  fields: Fields,
  nameOf: (name: string, field: Field) => string,
  ofDeprecation: Schema.Top
): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]): ReadonlyArray<readonly [string, Schema.Top]> => {
      const own = nameOf(name, field)
      const schema = bodySchema(field.schema)
      switch (field.kind) {
        case "items":
          return []
        case "deprecation":
          return [[own, ofDeprecation]]
        case "translation":
          return [[own, translationsOf(textsOf(fields, nameOf))]]
        default:
          return [[own, field.optional === true ? Schema.optionalKey(schema) : schema]]
      }
    })
  )

const textsOf = (fields: Fields, nameOf: (name: string, field: Field) => string): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, { isTranslated }]) => isTranslated === true)
      .map(([name, field]) => [nameOf(name, field), Schema.optionalKey(bodySchema(field.schema))])
  )
