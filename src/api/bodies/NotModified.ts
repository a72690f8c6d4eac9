import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

/** The copy that the caller has is current (RFC 9110, 15.4.5). */
export const NotModified = HttpApiSchema.Empty(304).annotate({
  description: "The copy that the caller has is current."
})
