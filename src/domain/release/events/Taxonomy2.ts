// FROZEN: part of published event schemas. Never edited; a new schema version gets new files.
import * as Schema from "effect/Schema"
import { Text1 } from "./Scalars1.ts"
import { ConflictRule1, Dimension1, License1, Value1 } from "./Taxonomy1.ts"

/**
 * Schema 2 adds an IRI of the taxonomy, translations of every text, replacements that apply together, and values of other
 * dimensions.
 */
const LanguageTag2 = Schema.String.check(Schema.isPattern(/^[a-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/u))

/** The IRI with which the IRIs of all items begin. It ends in `/` or `#`. */
export const BaseIri2 = Schema.String.check(
  Schema.isPattern(
    /^(?=.{1,255}$)(?!.*\/\.\.?(?:[/#]|$))https?:\/\/[a-z0-9]+(?:[.-]+[a-z0-9]+)*(?::[1-9][0-9]{0,4})?\/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*[/#])?$/u
  )
)

const translations2 = <const Texts extends Schema.Struct.Fields>(texts: Texts) =>
  Schema.Record(LanguageTag2, Schema.Struct(texts).check(Schema.isMinProperties(1))).check(Schema.isMinProperties(1))

const text = Schema.optionalKey(Text1)

export const HeaderTranslations2 = translations2({ title: text, description: text })
export const ItemTranslations2 = translations2({ label: text, description: text, definition: text })
export const LicenseTranslations2 = translations2({ name: text, description: text })
export const RuleTranslations2 = translations2({ description: text })

/** A code of the same list, or `dimension/CODE` for a value of another dimension. */
const ReplacementName2 = Schema.String.check(
  Schema.isPattern(/^(?:[a-z][a-z0-9_]{0,63}\/)?[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u)
)

export const Deprecation2 = Schema.Struct({
  replaced_by: Schema.Array(ReplacementName2),
  replacement_mode: Schema.optionalKey(Schema.Literal("all_of")),
  reason: text,
  translations: Schema.optionalKey(translations2({ reason: text }))
}).check(Schema.makeFilter(({ reason, replaced_by }) => reason !== undefined || replaced_by.length > 0))

export const Value2 = Schema.Struct({
  ...Value1.fields,
  translations: Schema.optionalKey(ItemTranslations2),
  deprecated: Schema.optionalKey(Deprecation2)
})

export const Dimension2 = Schema.Struct({
  ...Dimension1.fields,
  translations: Schema.optionalKey(ItemTranslations2),
  deprecated: Schema.optionalKey(Deprecation2),
  values: Schema.Array(Value2)
})

export const License2 = Schema.Struct({
  ...License1.fields,
  translations: Schema.optionalKey(LicenseTranslations2),
  deprecated: Schema.optionalKey(Deprecation2)
})

export const ConflictRule2 = Schema.Struct({
  ...ConflictRule1.fields,
  translations: Schema.optionalKey(RuleTranslations2)
})
