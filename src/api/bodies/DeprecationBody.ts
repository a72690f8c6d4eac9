import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"

const Day = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u, { expected: "a day such as 2027-05-21" })
)

/** What is said of a deprecated item wherever it appears (service spec, section 3). */
export const deprecationFields = {
  since: Schema.Struct({ version: TaxonomyVersion, date: Timestamp }),
  replaced_by: Schema.Array(Schema.String),
  reason: Schema.optionalKey(Schema.NonEmptyString),
  earliest_removal: Schema.Struct({ version: TaxonomyVersion, date: Day })
}

export const DeprecationBody = Schema.Struct(deprecationFields).annotate({
  identifier: "Deprecation",
  description:
    "Since when an item is deprecated, what replaces it, and when it may be removed at the earliest. " +
    "Absent where nothing is deprecated."
})
