import * as Schema from "effect/Schema"

/** How a config sets a dimension: a list of codes, one code, a territory, or an object of booleans. */
export type Shape = typeof Shape.Type
export const Shape = Schema.Literals(["single", "multiple", "territory", "flags"])
