import * as Schema from "effect/Schema"
import { Count, Code, DimensionName, Version } from "../../domain/taxonomy/Scalars.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { NextCursor, ReleaseMeta } from "./BodyParts.ts"
import { DeprecationBody, Replacement } from "./DeprecationBody.ts"
import { DimensionBody, ValueDetails } from "./DimensionsBody.ts"

/** What is known of an item beside its fields. */
const knownFields = {
  added_in: Schema.toEncoded(Version).annotate({ description: "The release that added it, or brought it back." }),
  licenses: Schema.Array(Code).annotate({ description: "The base licenses that set it." }),
  rules: Schema.Array(Schema.NonEmptyString).annotate({ description: "The ids of the conflict rules that name it." })
}

/** The body of one dimension. */
export type DimensionItem = typeof DimensionItem.Encoded
export const DimensionItem = Schema.Struct({
  version: TaxonomyVersion,
  dimension: DimensionName.annotate({ description: "The name of the dimension." }),
  content: DimensionBody.annotateKey({ description: "The dimension, as the list of all dimensions has it." }),
  ...knownFields,
  _meta: ReleaseMeta
}).annotate({ identifier: "DimensionItem", description: "One dimension with everything that is known of it." })

/** The body of one value. */
export type ValueItem = typeof ValueItem.Encoded
export const ValueItem = Schema.Struct({
  version: TaxonomyVersion,
  dimension: DimensionName.annotate({ description: "The name of the dimension." }),
  code: Code.annotate({ description: "The code of the value." }),
  content: ValueDetails.annotateKey({ description: "The value, as its dimension has it." }),
  narrower: Schema.Array(Code).annotate({ description: "The kinds directly below it, in the editors' order." }),
  ...knownFields,
  _meta: ReleaseMeta
}).annotate({ identifier: "ValueItem", description: "One value with everything that is known of it." })

/** The kinds of items. */
export const itemKinds = ["dimension", "value", "license", "rule"] as const

const Match = Schema.Struct({
  field: Schema.NonEmptyString.annotate({ description: "`code`, or the name of a text such as `label`." }),
  language: Schema.optionalKey(Schema.String).annotateKey({ description: "The language tag of a translation." }),
  text: Schema.String.annotate({ description: "The text, or its beginning." })
}).annotate({ identifier: "Match", description: "A text that contains words of the query." })

const Hit = Schema.Struct({
  item: Schema.NonEmptyString.annotate({
    description: "`dimension`, `dimension/value`, the code of a license, or `rules/id`."
  }),
  kind: Schema.Literals(itemKinds).annotate({ description: "The kind of the item." }),
  label: Schema.String.annotate({
    description: "The label, the name of a license, or the description of a rule, in the language asked for."
  }),
  description: Schema.String.annotate({ description: "The description, in the language asked for." }),
  matches: Schema.Array(Match).annotate({ description: "The texts that contain the words, the most telling first." }),
  missing: Schema.Array(Schema.String).annotate({ description: "The words of the query that no text of it contains." }),
  deprecation: Schema.optionalKey(DeprecationBody),
  removed_in: Schema.optionalKey(Schema.toEncoded(Version)).annotateKey({
    description: "The release that removed it. Absent if it is not removed."
  }),
  replacement: Schema.optionalKey(Replacement)
}).annotate({ identifier: "Hit", description: "An item that a search found." })

/** The body of a search. */
export type SearchBody = typeof SearchBody.Encoded
export const SearchBody = Schema.Struct({
  version: TaxonomyVersion,
  query: Schema.String.annotate({ description: "What was searched for. Empty if every item is listed." }),
  results: Schema.Array(Hit).annotate({
    description:
      "The items that contain every word, the best first; without a query, items in the order of the release."
  }),
  count: Count.annotate({ description: "The number of items in `results`." }),
  total: Count.annotate({ description: "The number of all items that contain every word." }),
  near: Schema.Array(Hit).annotate({ description: "Without results: the items that contain most of the words." }),
  suggestions: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Without results: similar words that exist, by the word that no item contains."
  }),
  next_cursor: NextCursor,
  _meta: ReleaseMeta
}).annotate({ identifier: "Search", description: "The items that contain the words of a query." })
