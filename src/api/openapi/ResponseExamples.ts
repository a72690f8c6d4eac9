import type { ProblemBody } from "../bodies/ErrorBodies.ts"
import { errorCodes } from "../bodies/ErrorCode.ts"
import { endpointRoutes, type EndpointRoute } from "../EndpointRoutes.ts"
import {
  changesExample,
  envelopeExample,
  requestIdExample,
  sampleExamples,
  timeExample,
  type ContentExamples
} from "./Examples.ts"
import type { Example } from "./OpenApiDocument.ts"

// Valid, but of a log that does not exist.

const checkpointExample = `licensing.example/taxonomy
2
LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=

— licensing.example/taxonomy aUvEi+U7PoA0Stgrfh6Ba2AFgAZfAQjnqet0rEevYnx7o61/QQduXjwa946KK4WB0hcTt6mEdPJX5sOOXj1MhVLRVgU=
`

/** The beginning of a feed. */
const feedExample = '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'

/** The beginning of a proof. */
const proofExample = "c2sp.org/tlog-proof@v1\nextra eyJsZWFmIjoie1wiZXZlbnRcIjpcInNoYTI1Njo"

const example = (summary: string, value: unknown): Example => ({ summary, value })

const failure = (summary: string, error: string, message: string, facts: object = {}): Example =>
  example(summary, { error, message, ...facts })

const limit = (summary: string, message: string, retry_after: number): Example =>
  failure(summary, "Rate limit exceeded", message, { retry_after, upgrade_url: "https://licensing.example/upgrade" })

const health = { version: "1.0.0", timestamp: timeExample }

/** A body without and with the envelope, by the names of their schemas. */
const bodyExamples = (name: string, body: { readonly version: string }): ResponseExamples => ({
  [name]: { [name.toLowerCase()]: example("Without the envelope", body) },
  [`${name}Envelope`]: { envelope: example("In the general envelope", envelopeExample(body)) }
})

/** The examples that an endpoint brings along. */
const endpointExamples = ({ answers, body }: EndpointRoute): ResponseExamples =>
  "example" in answers && answers.example !== undefined && body !== undefined ? bodyExamples(body, answers.example) : {}

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
  ...bodyExamples("Changes", changesExample),
  ...Object.assign({}, ...endpointRoutes().map(endpointExamples)),
  Checkpoint: { checkpoint: example("A log of two events", checkpointExample) },
  Feed: { beginning: example("The beginning", feedExample) },
  Proof: { beginning: example("The beginning", proofExample) },
  OpenApiDocument: {
    document: example("The beginning", { openapi: "3.1.0", info: { title: "Taxonomy", version: "1.0.0" } })
  },
  BadRequest: {
    unknown_parameter: failure(
      "An unknown parameter",
      "Bad Request",
      `Unknown query parameter '${dimension}s'. Did you mean '${dimension}'?`
    ),
    missing_parameter: failure(
      "A missing parameter",
      "Bad Request",
      "The query parameter 'from' is missing. Name the release to compare with, such as v1.0"
    ),
    malformed: failure("A request that is not well-formed", "Bad Request", "The request is not well-formed HTTP")
  },
  CodeRemoved: {
    removed_value: example("A removed value", {
      error: "The value 'seasonal_sale' of campaign_kind was removed in v2.0. Use 'retail_promotion' instead."
    })
  },
  Unauthorized: {
    missing: failure("No API key", "Unauthorized", "Missing Authorization header"),
    invalid: failure("A malformed or unknown API key", "Unauthorized", "Invalid API key")
  },
  Forbidden: { revoked: failure("A revoked API key", "Forbidden", "API key has been revoked") },
  NotFound: {
    unknown_license: failure("An unknown license", "Not Found", `Base license '${license.code}S' not found`)
  },
  ProblemDetails: {
    problem: example("An unknown license, as problem details", {
      type: "/api/taxonomy/docs#error-license-not-found",
      title: errorCodes["license-not-found"].description,
      status: 404,
      detail: `Base license '${license.code}S' not found`,
      code: "license-not-found",
      request_id: requestIdExample,
      error: "Not Found",
      message: `Base license '${license.code}S' not found`,
      value: `${license.code}S`,
      suggestions: [license.code]
    } satisfies ProblemBody)
  },
  MethodNotAllowed: {
    post: failure("Any other method, such as POST or HEAD", "Method Not Allowed", "Only GET and OPTIONS are allowed")
  },
  RequestTimeout: {
    slow: failure("A request that arrives too slowly", "Request Timeout", "The request did not arrive in time")
  },
  PreconditionFailed: {
    outdated: failure(
      "An entity tag that is not current",
      "Precondition Failed",
      "No entity tag in If-Match is the current one"
    )
  },
  RateLimitExceeded: {
    hour: limit("The hourly limit is used up", "You have exceeded the limit of 1000 requests per hour", 1260),
    day: limit("The daily limit is used up", "You have exceeded the limit of 10000 requests per day", 30_400),
    address: limit(
      "Too many requests without a valid API key",
      "Too many requests without a valid API key came from this address",
      42
    )
  },
  UriTooLong: {
    long: failure("A long query", "URI Too Long", "The path and the query may have 8000 bytes together")
  },
  HeaderFieldsTooLarge: {
    large: failure(
      "Headers of more than 16 KiB",
      "Request Header Fields Too Large",
      "The request line and the headers together may have 16 KiB"
    )
  },
  InternalServerError: {
    mistake: failure("A failure of the server", "Internal Server Error", "The request could not be answered", {
      request_id: requestIdExample
    })
  },
  ServiceUnavailable: {
    limits: failure(
      "The limits cannot be checked",
      "Service Unavailable",
      "The request limits cannot be checked at the moment"
    )
  }
})

/** The examples of the document that everybody can read. */
export const responseExamples = makeResponseExamples(sampleExamples)

/** The beginning of an HTML page. */
export const pageExample = example("The beginning", '<!doctype html>\n<html lang="en">')
