import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { requestIdPattern } from "./ParameterPatterns.ts"

/** The id of a request, chosen by the client or made by the server. */
export const RequestId = Schema.String.check(
  Schema.isPattern(requestIdPattern, { expected: "1 to 64 letters, digits, dots, underscores and hyphens" }),
  Schema.isMaxLength(64)
)

/**
 * A list of entity tags, or `*` (RFC 9110, 13.1.2). Outside of a class, the slash would be escaped in the document, and some
 * generators of code escape it again.
 */
const EntityTags = Schema.String.check(
  Schema.isPattern(/^(?:\*|(?:W[/])?"[^"]*"(?:[ \t]*,[ \t]*(?:W[/])?"[^"]*")*)$/u, {
    expected: "entity tags, or *"
  }),
  Schema.isMaxLength(8192)
)

const Encodings = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9*_.;=, \t-]*$/u, { expected: "content codings with their weights" }),
  Schema.isMaxLength(1024)
)

/** A header that is ignored if it does not have its form, which no client should be refused for. */
const lenient = <S extends Schema.Top>(schema: S) =>
  Schema.optionalKey(schema.pipe(Schema.catchDecoding(() => Effect.succeedNone)))

/** The headers that every endpoint reads. */
export const requestHeaders = {
  "x-request-id": lenient(
    RequestId.annotate({
      description: "An id for the request, returned and logged. An invalid one is replaced.",
      examples: ["checkout-7f3a"]
    })
  )
}

/** The headers of endpoints with cacheable bodies. */
export const conditionalRequestHeaders = {
  ...requestHeaders,
  "if-none-match": lenient(
    EntityTags.annotate({
      description: "Entity tags of the client's copies, or `*`. If one is current, the response is 304.",
      examples: ['"2f0c9d3c7a1be05f"']
    })
  ),
  "if-match": lenient(
    EntityTags.annotate({
      description: "Entity tags, or `*`. If none is current, the response is 412.",
      examples: ['"2f0c9d3c7a1be05f"']
    })
  ),
  "accept-encoding": lenient(
    Encodings.annotate({
      description: "The content encodings that the client accepts. The server offers `br` and `gzip`.",
      examples: ["br, gzip"]
    })
  )
}
