import * as Schema from "effect/Schema"

/** The body of the documents for programs. */
export const OpenApiBody = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "OpenApiDocument",
  description: "An OpenAPI 3.1 document."
})
