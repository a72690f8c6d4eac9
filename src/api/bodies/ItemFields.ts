import * as Schema from "effect/Schema"
import { isObject } from "../../domain/Json.ts"
import { Condition, Conditions, Config } from "../../domain/taxonomy/Config.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { BaseIri, DimensionName, Text } from "../../domain/taxonomy/Scalars.ts"
import { isTerritory } from "../../domain/taxonomy/Settings.ts"
import type { Field, Fields } from "../../domain/vocabulary/Field.ts"
import { consider, DeprecationBody, translationsOf, translationsOfDeprecation } from "./DeprecationBody.ts"

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
).annotate({ component: "Conditions" })

/** A deprecation as the editors stated it. The dates are in `deprecation` of the change. */
export const StatedDeprecation = Schema.Struct({
  replaced_by: Schema.Array(Schema.NonEmptyString),
  replacement_mode: Schema.optionalKey(Schema.Literal("all_of")),
  consider,
  reason: Schema.optionalKey(Schema.NonEmptyString),
  translations: translationsOfDeprecation
}).annotate({
  identifier: "StatedDeprecation",
  description: "A deprecation as the editors stated it: replacements, a reason, or both."
})

const deprecation = Schema.optionalKey(DeprecationBody)
const deprecated = Schema.optionalKey(StatedDeprecation)

type PlainField<F extends Field> = F extends { readonly optional: true } ? Schema.optionalKey<F["schema"]> : F["schema"]

/** The name of a field in bodies, or as the editors wrote it. */
type NameIn<Form, Name, F> = Form extends "body"
  ? F extends { readonly body: infer Body extends string }
    ? Body
    : Name
  : Name

/** Translations of the texts whose schemas have a type. */
type Translations<F extends Fields, Form, Type> = ReturnType<
  typeof translationsOf<{
    readonly [
      N in keyof F as F[N] extends { readonly isTranslated: true; readonly schema: { readonly Type: Type } }
        ? NameIn<Form, N, F[N]>
        : never
    ]: Schema.optionalKey<F[N]["schema"]>
  }>
>

type ItemFields<F extends Fields, Form, Deprecated> = {
  readonly [N in keyof F as F[N] extends { readonly kind: "items" } ? never : NameIn<Form, N, F[N]>]: F[N] extends {
    readonly kind: "deprecation"
  }
    ? Deprecated
    : F[N] extends { readonly kind: "translation" }
      ? Translations<F, Form, string>
      : PlainField<F[N]>
} & {
  readonly [
    N in keyof F as F[N] extends {
      readonly isTranslated: true
      readonly schema: { readonly Type: ReadonlyArray<string> }
    }
      ? "list_translations"
      : never
  ]: Translations<F, Form, ReadonlyArray<string>>
}

/** The fields of an item as bodies show them: with the release and the day of its deprecation. */
export type BodyFields<F extends Fields> = ItemFields<F, "body", typeof deprecation>

/** The fields of an item as the editors wrote them, which is how changes record it. */
export type SnapshotFields<F extends Fields> = ItemFields<F, "snapshot", typeof deprecated>

export const bodyFields = <const F extends Fields>(fields: F): BodyFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the table
  makeFields(fields, (name, { body = name }) => body, deprecation) as BodyFields<F>

export const snapshotFields = <const F extends Fields>(fields: F): SnapshotFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the table
  makeFields(fields, (name) => name, deprecated) as SnapshotFields<F>

/** The texts of translations as the editors wrote them, without lists. */
export const snapshotTexts = (fields: Fields): Schema.Struct.Fields => textsOf(fields, (name) => name, isText)

/** The lists of texts of translations as the editors wrote them. */
export const snapshotLists = (fields: Fields): Schema.Struct.Fields => textsOf(fields, (name) => name, isList)

/** The schema of a field in bodies. Only the sources say which characters a text may hold, and which lists are too short. */
export const bodySchema = (schema: Schema.Top): Schema.Top =>
  bodySchemas.get(schema) ?? (isListSchema(schema) ? Schema.Array(bodySchema(schema.value)) : schema)

const isListSchema = (schema: Schema.Top): schema is Schema.$Array<Schema.Top> =>
  schema.ast._tag === "Arrays" && "value" in schema

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
          return translationFields(own, textsOf(fields, nameOf, isText), textsOf(fields, nameOf, isList))
        default:
          return [[own, field.optional === true ? Schema.optionalKey(schema) : schema]]
      }
    })
  )

/**
 * Translations hold single texts, and those of lists are beside them: programs that were written for the first release
 * refuse a translation that is no text.
 */
const translationFields = (name: string, texts: Schema.Struct.Fields, lists: Schema.Struct.Fields) => [
  [name, translationsOf(texts)] as const,
  ...(Object.keys(lists).length === 0 ? [] : [["list_translations", listTranslationsOf(lists)] as const])
]

/** Lists of texts in other languages, which only values have. */
export const listTranslationsOf = (lists: Schema.Struct.Fields) =>
  Schema.optionalKey(
    translationsOf(lists).schema.annotate({
      identifier: "ListTranslations",
      description: "Lists of texts in other languages, by BCP 47 language tag."
    })
  ).annotateKey({ description: "The lists of texts in other languages. They are apart from the single texts." })

const isList = ({ schema: { ast } }: Field): boolean => ast._tag === "Arrays"

const isText = (field: Field): boolean => !isList(field)

const textsOf = (
  fields: Fields,
  nameOf: (name: string, field: Field) => string,
  isWanted: (field: Field) => boolean
): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, field]) => field.isTranslated === true && isWanted(field))
      .map(([name, field]) => [nameOf(name, field), Schema.optionalKey(bodySchema(field.schema))])
  )

// oxlint-disable typescript/no-unnecessary-type-parameters -- the contract of each body follows from the same table
/** The fields of an item as the vocabulary lists them, under the names that bodies give them, but for some. */
export const itemBody = <A>(
  fields: Fields,
  content: object,
  without: ReadonlyArray<string> = [],
  toDeprecation: (deprecation: Deprecation) => object = (deprecation) => deprecation
): A => {
  const body: Record<string, unknown> = {}
  for (const name in fields) {
    const field = fields[name]
    const value: unknown = Reflect.get(content, name)
    if (field === undefined || value === undefined || without.includes(name)) continue
    if (field.kind === "translation" && isObject(value)) {
      Object.assign(
        body,
        translationsBody(value, (text) => fields[text]?.body ?? text)
      )
      continue
    }
    body[field.body ?? name] =
      field.kind === "deprecation"
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of fields of this kind
          toDeprecation(value as Deprecation)
        : field.schema === Config && isObject(value)
          ? configBody(value)
          : value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of the body follows from the same table
  return body as A
}
// oxlint-enable typescript/no-unnecessary-type-parameters

/** Translations as bodies show them: single texts and lists apart, each under the name of the text that it translates. */
export const translationsBody = (
  translations: object,
  nameOf: (text: string) => string = (text) => text
): { readonly translations?: object; readonly list_translations?: object } => {
  const entries = Object.entries(translations).flatMap(([language, texts]: readonly [string, object]) =>
    Object.entries(texts).map(([name, text]: readonly [string, unknown]) => ({ language, name: nameOf(name), text }))
  )
  const [texts, lists] = [
    entries.filter(({ text }) => !Array.isArray(text)),
    entries.filter(({ text }) => Array.isArray(text))
  ]
  return {
    ...(texts.length === 0 ? {} : { translations: byLanguage(texts) }),
    ...(lists.length === 0 ? {} : { list_translations: byLanguage(lists) })
  }
}

const byLanguage = (
  entries: ReadonlyArray<{ readonly language: string; readonly name: string; readonly text: unknown }>
): object =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(entries, ({ language }) => language),
      ([language, texts]) => [language, Object.fromEntries(texts.map(({ name, text }) => [name, text]))]
    )
  )

// A territory reads as the service spec shows it, `global` first (2.4).
const configBody = (config: object): object =>
  Object.fromEntries(
    Object.entries(config).map(([dimension, setting]: readonly [string, unknown]) => [
      dimension,
      isTerritory(setting) ? { global: setting.global, countries: setting.countries } : setting
    ])
  )
