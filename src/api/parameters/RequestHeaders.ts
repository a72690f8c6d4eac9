import * as Schema from "effect/Schema"

/** An id that callers may choose for a request; also the form of the ids that the service makes. */
export const RequestId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9._-]{1,64}$/u, { expected: "1 to 64 letters, digits, dots, underscores and hyphens" }),
  Schema.isMaxLength(64)
)

/** A list of entity tags, or `*` (RFC 9110, 13.1.2). */
const EntityTags = Schema.String.check(
  Schema.isPattern(/^(?:\*|(?:W\/)?"[^"]*"(?:[ \t]*,[ \t]*(?:W\/)?"[^"]*")*)$/u, {
    expected: "entity tags, or *"
  }),
  Schema.isMaxLength(8192)
)

const Encodings = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9*_.;=, \t-]*$/u, { expected: "content codings with their weights" }),
  Schema.isMaxLength(1024)
)

/** What every endpoint reads. */
export const requestHeaders = {
  "x-request-id": Schema.optionalKey(
    RequestId.annotate({
      description: "An id for the request, sent back and logged. One of another form is replaced.",
      examples: ["checkout-7f3a"]
    })
  )
}

/** What is read as well where bodies may be kept and asked for again. */
export const conditionalRequestHeaders = {
  ...requestHeaders,
  "if-none-match": Schema.optionalKey(
    EntityTags.annotate({
      description: "Entity tags of copies that the caller has, or `*`. If one is current, the answer is 304.",
      examples: ['"2f0c9d3c7a1be05f"']
    })
  ),
  "accept-encoding": Schema.optionalKey(
    Encodings.annotate({
      description: "The encodings that the caller reads; `br` and `gzip` are offered.",
      examples: ["br, gzip"]
    })
  )
}
