import * as Schema from "effect/Schema"
import { Code, DimensionName } from "../../domain/taxonomy/Identifiers.ts"
import { VersionSelector } from "./TaxonomyVersion.ts"

/** What every taxonomy endpoint takes. None is required (service spec, 4.6). */
export const taxonomyQuery = {
  version: Schema.optionalKey(
    VersionSelector.annotate({
      description:
        "The release to answer with: `latest`, a major, a minor or a full version, with or without the `v`. " +
        "None means the newest release of the API version in the path.",
      examples: ["v1.0"]
    })
  ),
  envelope: Schema.optionalKey(
    Schema.Literals(["true", "false"]).annotate({
      description: "`true` puts the body into the general envelope, with the time and the id of the request.",
      examples: ["true"]
    })
  )
}

/** One value, or several of which any will do. */
const Wanted = Schema.Union([Code, Schema.Array(Code)])

/**
 * The filters of the list of licenses, one parameter for each dimension: several values of one mean any of them,
 * several dimensions mean all of them. Their names are data, so any dimension's name is a parameter's name.
 */
export const licensesQuery = Schema.StructWithRest(Schema.Struct(taxonomyQuery), [Schema.Record(DimensionName, Wanted)])
