import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { Replacement } from "./Replacement.ts"
import { translationsOfDeprecation } from "./Translations.ts"

export const Day = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u, { expected: "a day such as 2027-05-21" })
)

/** The fields of a deprecation (service spec, section 3). */
export const deprecationFields = {
  since: Schema.Struct({ version: TaxonomyVersion, date: Timestamp }),
  replaced_by: Schema.Array(Schema.String),
  replacement: Schema.optionalKey(Replacement),
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
