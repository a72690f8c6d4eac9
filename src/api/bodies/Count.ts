import * as Schema from "effect/Schema"

/** How many, or how many seconds: a whole number that every language can hold. */
export const Count = Schema.Number.annotate({ format: "int64" }).check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0))
