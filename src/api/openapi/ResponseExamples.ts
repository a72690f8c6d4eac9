import {
  dimensionsExample,
  envelopeExample,
  licenseExample,
  licensesExample,
  requestIdExample,
  schemaExample,
  timeExample
} from "./Examples.ts"
import type { Example } from "./OpenApiDocument.ts"

const example = (summary: string, value: unknown): Example => ({ summary, value })

const message = (error: string, text: string) => ({ error, message: text })

const health = { version: "1.0.0", timestamp: timeExample }

/** Invented examples of every body, by the identifier of its schema and then by name. */
export const responseExamples: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  Health: {
    ok: example("Available", { status: "ok", ...health }),
    degraded: example("The newest release could not be loaded; the server serves the one before", {
      status: "degraded",
      ...health
    })
  },
  Draining: { draining: example("Shutting down", { status: "draining", ...health }) },
  Licenses: { licenses: example("Without the envelope", licensesExample) },
  LicensesEnvelope: { envelope: example("In the general envelope", envelopeExample(licensesExample)) },
  License: { license: example("Without the envelope", licenseExample) },
  LicenseEnvelope: { envelope: example("In the general envelope", envelopeExample(licenseExample)) },
  Dimensions: { dimensions: example("Without the envelope", dimensionsExample) },
  DimensionsEnvelope: { envelope: example("In the general envelope", envelopeExample(dimensionsExample)) },
  Schema: { schema: example("Without the envelope", schemaExample) },
  SchemaEnvelope: { envelope: example("In the general envelope", envelopeExample(schemaExample)) },
  OpenApiDocument: {
    document: example("The beginning", { openapi: "3.1.0", info: { title: "Taxonomy", version: "1.0.0" } })
  },
  BadRequest: {
    unknown_parameter: example(
      "An unknown parameter",
      message("Bad Request", "Unknown query parameter 'colour'. Did you mean 'color'?")
    ),
    malformed: example(
      "A request that is not well-formed",
      message("Bad Request", "The request is not well-formed HTTP")
    )
  },
  CodeRemoved: {
    removed_value: example("A removed value", {
      error: "The value 'crimson' of color was removed in v2.0. Use 'red' instead."
    })
  },
  Unauthorized: {
    missing: example("No API key", message("Unauthorized", "Missing Authorization header")),
    invalid: example("A malformed or unknown API key", message("Unauthorized", "Invalid API key"))
  },
  Forbidden: { revoked: example("A revoked API key", message("Forbidden", "API key has been revoked")) },
  NotFound: {
    unknown_license: example("An unknown license", message("Not Found", "Base license 'SAMPLE-PODCASTS' not found"))
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
  }
}

/** The beginning of an HTML page. */
export const pageExample = example("The beginning", '<!doctype html>\n<html lang="en">')
