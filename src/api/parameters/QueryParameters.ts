import * as Schema from "effect/Schema"
import { Code, DimensionName } from "../../domain/taxonomy/Identifiers.ts"
import { VersionSelector } from "./TaxonomyVersion.ts"

/** The parameters of every taxonomy endpoint. None is required (service spec, 4.6). */
export const taxonomyQuery = {
  version: Schema.optionalKey(
    VersionSelector.annotate({
      description:
        "The release to read: `latest`, a major, a minor or a full version, with or without the `v`. " +
        "Default: the newest release of the API version in the path.",
      examples: ["v1.0"]
    })
  ),
  envelope: Schema.optionalKey(
    Schema.Literals(["true", "false"]).annotate({
      description: "`true` wraps the body in the general envelope, with the time and the id of the request.",
      examples: ["true"]
    })
  )
}

/** One value, or several, of which any matches. */
const FilterValues = Schema.Union([Code, Schema.Array(Code)])

/**
 * The filters of the list of licenses, one parameter per dimension. A license matches if it has one of the given values
 * in every given dimension. The names are data, so any dimension name is a parameter name.
 */
export const licensesQuery = Schema.StructWithRest(Schema.Struct(taxonomyQuery), [
  Schema.Record(DimensionName, FilterValues)
])
