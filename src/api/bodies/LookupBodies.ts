import * as Schema from "effect/Schema"
import { Code, DimensionName, Version } from "../../domain/taxonomy/Scalars.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { ReleaseMeta } from "./BodyParts.ts"
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
