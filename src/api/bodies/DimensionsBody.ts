import * as Schema from "effect/Schema"
import { Code, DimensionName } from "../../domain/taxonomy/Identifiers.ts"
import { Shape } from "../../domain/taxonomy/Shape.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { Count, ReleaseMeta } from "./BodyParts.ts"
import { DeprecationBody } from "./DeprecationBody.ts"
import { translationsOfDimension, translationsOfValue } from "./Translations.ts"

const ValueDetails = Schema.Struct({
  label: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  definition: Schema.optionalKey(Schema.NonEmptyString),
  translations: translationsOfValue,
  deprecation: Schema.optionalKey(DeprecationBody)
}).annotate({ identifier: "ValueDetails", description: "The meaning of a value." })

/** One dimension (service spec, 2.2): `values` in the editors' order, and their details by code. */
const DimensionBody = Schema.Struct({
  name: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  definition: Schema.optionalKey(Schema.NonEmptyString),
  translations: translationsOfDimension,
  shape: Shape,
  required: Schema.Boolean,
  deprecation: Schema.optionalKey(DeprecationBody),
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
