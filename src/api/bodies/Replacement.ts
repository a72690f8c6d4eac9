import * as Schema from "effect/Schema"

/** The replacement of a deprecated or removed item. Absent if nothing replaces it, and in releases of format 1. */
export const Replacement = Schema.Struct({
  mode: Schema.Literals(["one_of", "all_of"]).annotate({
    description: "`one_of`: each of the items replaces it. `all_of`: the items replace it together."
  }),
  items: Schema.Array(Schema.NonEmptyString).annotate({
    description: "Dimensions, values (`dimension/value`) or base licenses."
  })
}).annotate({ identifier: "Replacement", description: "The items that replace a deprecated or removed one." })
