import * as Schema from "effect/Schema"
import { Count, Code, DimensionName } from "../../domain/taxonomy/Scalars.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { ReleaseMeta } from "./BodyParts.ts"
import { bodyFields } from "./ItemFields.ts"

const { code: _, ...valueFields } = vocabulary.value

export const ValueDetails = Schema.Struct(bodyFields(valueFields)).annotate({
  identifier: "ValueDetails",
  description: "The meaning of a value."
})

// Bodies name a dimension by its key, and call its label the name.
const { name: __, ...dimensionFields } = vocabulary.dimension

/** One dimension (service spec, 2.2): `values` in the editors' order, and their details by code. */
export const DimensionBody = Schema.Struct({
  ...bodyFields(dimensionFields),
  values: Schema.Array(Code),
  value_details: Schema.Record(Code, ValueDetails)
}).annotate({ identifier: "Dimension", description: "One aspect of a license, with its allowed values." })

export const DimensionsByName = Schema.Record(DimensionName, DimensionBody)

/** The body of all dimensions (service spec, 4.4). */
export type DimensionsBody = typeof DimensionsBody.Encoded
export const DimensionsBody = Schema.Struct({
  version: TaxonomyVersion,
  dimensions: DimensionsByName,
  count: Count,
  _meta: ReleaseMeta
}).annotate({ identifier: "Dimensions", description: "All dimensions by name, and their number." })
