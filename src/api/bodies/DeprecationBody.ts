import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { capitalize } from "../../domain/Sentence.ts"
import { Day } from "../../domain/taxonomy/Scalars.ts"
import { LanguageTag } from "../../domain/taxonomy/Translations.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"

/** The replacement of a deprecated or removed item. Absent if nothing replaces it, and in releases of format 1. */
export const Replacement = Schema.Struct({
  mode: Schema.Literals(["one_of", "all_of"]).annotate({
    description: "`one_of`: each of the items replaces it. `all_of`: the items replace it together."
  }),
  items: Schema.Array(Schema.NonEmptyString).annotate({
    description: "Dimensions, values (`dimension/value`) or base licenses."
  })
}).annotate({ identifier: "Replacement", description: "The items that replace a deprecated or removed one." })

const text = Schema.optionalKey(Schema.NonEmptyString)

/**
 * Translations of the texts beside them, under the same names. Absent without translations, and in releases of format 1.
 * Clients choose among the tags by lookup (RFC 4647, 3.4) and fall back to the text itself.
 */
export const translationsOf = <const Texts extends Schema.Struct.Fields>(texts: Texts) =>
  Schema.optionalKey(
    Schema.Record(LanguageTag, Schema.Struct(texts)).annotate({
      component: `${Object.keys(texts).map(capitalize).join("And")}Translations`,
      description: "The texts in other languages, by BCP 47 language tag. The untranslated text is the normative one."
    })
  )

export const translationsOfDeprecation = translationsOf({ reason: text })
export const translationsOfItem = translationsOf({ label: text, reason: text })

/** What people may use in place of an item that nothing replaces exactly. */
export const consider = Schema.optionalKey(Schema.Array(Schema.NonEmptyString)).annotateKey({
  description:
    "Inexact replacements, for people to choose from: dimensions, values (`dimension/value`) or base licenses."
})

/** The fields of a deprecation (service spec, section 3). */
export const deprecationFields = {
  since: Schema.Struct({ version: TaxonomyVersion, date: Timestamp }),
  replaced_by: Schema.Array(Schema.String),
  replacement: Schema.optionalKey(Replacement),
  consider,
  reason: Schema.optionalKey(Schema.NonEmptyString),
  translations: translationsOfDeprecation,
  earliest_removal: Schema.Struct({
    version: TaxonomyVersion,
    date: Day,
    after: Schema.optionalKey(
      Schema.Array(TaxonomyVersion).annotate({ description: "The releases that must come before the removal." })
    ),
    deprecated_in: Schema.optionalKey(
      TaxonomyVersion.annotate({
        description: "The release of the newest major that must deprecate the item, too, if none has."
      })
    )
  })
}

export const DeprecationBody = Schema.Struct(deprecationFields).annotate({
  identifier: "Deprecation",
  description:
    "Since when an item is deprecated, its replacement, and its earliest removal. Absent if the item is not deprecated."
})
