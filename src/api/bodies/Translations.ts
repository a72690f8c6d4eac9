import * as Schema from "effect/Schema"
import { LanguageTag } from "../../domain/taxonomy/Translations.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/**
 * Translations of the texts beside them, under the same names. Absent without translations, and in releases of format 1.
 * Clients choose among the tags by lookup (RFC 4647, 3.4) and fall back to the text itself.
 */
export const translationsOf = <const Texts extends Schema.Struct.Fields>(texts: Texts) =>
  Schema.optionalKey(
    Schema.Record(LanguageTag, Schema.Struct(texts)).annotate({
      description: "The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one."
    })
  )

export const translationsOfDeprecation = translationsOf({ reason: text })
export const translationsOfItem = translationsOf({ label: text, reason: text })
