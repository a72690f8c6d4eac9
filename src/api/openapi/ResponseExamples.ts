import {
  changesExample,
  envelopeExample,
  itemsExample,
  releasesExample,
  requestIdExample,
  sampleExamples,
  timeExample,
  type ContentExamples
} from "./Examples.ts"
import { checkpointExample, proofExample } from "./LogExamples.ts"
import type { Example } from "./OpenApiDocument.ts"

const example = (summary: string, value: unknown): Example => ({ summary, value })

const message = (error: string, text: string) => ({ error, message: text })

const health = { version: "1.0.0", timestamp: timeExample }

/** A body without and with the envelope, by the names of their schemas. */
const bodyExamples = (name: string, body: { readonly version: string }): ResponseExamples => ({
  [name]: { [name.toLowerCase()]: example("Without the envelope", body) },
  [`${name}Envelope`]: { envelope: example("In the general envelope", envelopeExample(body)) }
})

export type ResponseExamples = Readonly<Record<string, Readonly<Record<string, Example>>>>

/** The examples of every body, by the identifier of its schema and then by name. */
export const makeResponseExamples = ({
  dimension,
  dimensions,
  license,
  licenses,
  schema
}: ContentExamples): ResponseExamples => ({
  Health: {
    ok: example("Available", { status: "ok", ...health }),
    degraded: example("The newest release could not be loaded; the server serves the one before", {
      status: "degraded",
      ...health
    })
  },
  Draining: { draining: example("Shutting down", { status: "draining", ...health }) },
  ...bodyExamples("Licenses", licenses),
  ...bodyExamples("License", license),
  ...bodyExamples("Dimensions", dimensions),
  ...bodyExamples("Schema", schema),
  ...bodyExamples("Releases", releasesExample),
  ...bodyExamples("Items", itemsExample),
  ...bodyExamples("Changes", changesExample),
  Checkpoint: { checkpoint: example("A log of two events", checkpointExample) },
  Proof: { beginning: example("The beginning", proofExample) },
  OpenApiDocument: {
    document: example("The beginning", { openapi: "3.1.0", info: { title: "Taxonomy", version: "1.0.0" } })
  },
  BadRequest: {
    unknown_parameter: example(
      "An unknown parameter",
      message("Bad Request", `Unknown query parameter '${dimension}s'. Did you mean '${dimension}'?`)
    ),
    missing_parameter: example(
      "A missing parameter",
      message("Bad Request", "The query parameter 'from' is missing. Name the release to compare with, such as v1.0")
    ),
    malformed: example(
      "A request that is not well-formed",
      message("Bad Request", "The request is not well-formed HTTP")
    )
  },
  CodeRemoved: {
    removed_value: example("A removed value", {
      error: "The value 'seasonal_sale' of campaign_kind was removed in v2.0. Use 'retail_promotion' instead."
    })
  },
  Unauthorized: {
    missing: example("No API key", message("Unauthorized", "Missing Authorization header")),
    invalid: example("A malformed or unknown API key", message("Unauthorized", "Invalid API key"))
  },
  Forbidden: { revoked: example("A revoked API key", message("Forbidden", "API key has been revoked")) },
  NotFound: {
    unknown_license: example("An unknown license", message("Not Found", `Base license '${license.code}S' not found`))
  },
  MethodNotAllowed: {
    post: example(
      "Any other method, such as POST or HEAD",
      message("Method Not Allowed", "Only GET and OPTIONS are allowed")
    )
  },
  RequestTimeout: {
    slow: example("A request that arrives too slowly", message("Request Timeout", "The request did not arrive in time"))
  },
  ContentTooLarge: {
    chunks: example(
      "Chunk extensions that are too large",
      message("Content Too Large", "The chunk extensions are too large")
    )
  },
  PreconditionFailed: {
    outdated: example(
      "An entity tag that is not current",
      message("Precondition Failed", "No entity tag in If-Match is the current one")
    )
  },
  ExpectationFailed: {
    unknown: example(
      "An unknown expectation",
      message("Expectation Failed", "Only the expectation 100-continue is understood")
    )
  },
  RateLimitExceeded: {
    hour: example("The hourly limit is used up", {
      ...message("Rate limit exceeded", "You have exceeded the limit of 1000 requests per hour"),
      retry_after: 1260,
      upgrade_url: "https://licensing.example/upgrade"
    }),
    day: example("The daily limit is used up", {
      ...message("Rate limit exceeded", "You have exceeded the limit of 10000 requests per day"),
      retry_after: 30_400,
      upgrade_url: "https://licensing.example/upgrade"
    }),
    address: example("Too many requests without a valid API key", {
      ...message("Rate limit exceeded", "Too many requests without a valid API key came from this address"),
      retry_after: 42,
      upgrade_url: "https://licensing.example/upgrade"
    })
  },
  HeaderFieldsTooLarge: {
    large: example(
      "Headers of more than 16 KiB",
      message("Request Header Fields Too Large", "The request line and the headers together may have 16 KiB")
    )
  },
  InternalServerError: {
    mistake: example("A failure of the server", {
      ...message("Internal Server Error", "The request could not be answered"),
      request_id: requestIdExample
    })
  },
  ServiceUnavailable: {
    limits: example(
      "The limits cannot be checked",
      message("Service Unavailable", "The request limits cannot be checked at the moment")
    )
  }
})

/** The examples of the document that everybody can read. */
export const responseExamples = makeResponseExamples(sampleExamples)

/** The beginning of an HTML page. */
export const pageExample = example("The beginning", '<!doctype html>\n<html lang="en">')
