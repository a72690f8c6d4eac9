import * as Schema from "effect/Schema"

/** A BCP 47 language tag. Sources must write it in canonical form, so that each language has one tag. */
export const LanguageTag = Schema.String.check(
  Schema.isPattern(/^[a-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/u, { expected: "a language tag such as fr or pt-BR" })
)

/** The texts of an item in other languages. The text in the sources' own language remains the normative one. */
export const makeTranslations = <const Texts extends Schema.Struct.Fields>(texts: Texts, tag = LanguageTag) =>
  Schema.Record(
    tag,
    Schema.Struct(texts).check(Schema.isMinProperties(1, { expected_keys: Object.keys(texts) }))
  ).check(Schema.isMinProperties(1, { expected: "at least one language" }))

/** Translations of any item, as code handles them that treats all texts alike. A text may be a list of texts. */
export type Translations = Readonly<Record<string, Readonly<Partial<Record<string, string | ReadonlyArray<string>>>>>>
