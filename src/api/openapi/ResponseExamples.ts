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

/** Bodies that show each form, all invented, by the identifier of the schema and then by name. */
export const responseExamples: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  Health: {
    ok: example("All is well", { status: "ok", ...health }),
    degraded: example("The last release could not be loaded; the one before it is served", {
      status: "degraded",
      ...health
    })
  },
  Draining: { draining: example("The service is about to end", { status: "draining", ...health }) },
  Licenses: { licenses: example("The fields at top level", licensesExample) },
  LicensesEnvelope: { envelope: example("In the general envelope", envelopeExample(licensesExample)) },
  License: { license: example("The fields at top level", licenseExample) },
  LicenseEnvelope: { envelope: example("In the general envelope", envelopeExample(licenseExample)) },
  Dimensions: { dimensions: example("The fields at top level", dimensionsExample) },
  DimensionsEnvelope: { envelope: example("In the general envelope", envelopeExample(dimensionsExample)) },
  Schema: { schema: example("The fields at top level", schemaExample) },
  SchemaEnvelope: { envelope: example("In the general envelope", envelopeExample(schemaExample)) },
  OpenApiDocument: {
    document: example("How it begins", { openapi: "3.1.0", info: { title: "Taxonomy", version: "1.0.0" } })
  },
  BadRequest: {
    unknown_parameter: example(
      "A parameter that the endpoint does not know",
      message("Bad Request", "Unknown query parameter 'colour'. Did you mean 'color'?")
    ),
    malformed: example(
      "A request that HTTP does not allow",
      message("Bad Request", "The request is not well-formed HTTP")
    )
  },
  CodeRemoved: {
    removed_value: example("A value that the release no longer has", {
      error: "Value 'crimson' of color was removed in v2.0. Use red."
    })
  },
  Unauthorized: {
    missing: example("No key", message("Unauthorized", "Missing Authorization header")),
    invalid: example("A key that is unknown or wrong", message("Unauthorized", "Invalid API key"))
  },
  Forbidden: { revoked: example("A key that was revoked", message("Forbidden", "API key has been revoked")) },
  NotFound: {
    unknown_license: example(
      "No license with that code",
      message("Not Found", "Base license 'SAMPLE-PODCASTS' not found")
    )
  },
  MethodNotAllowed: {
    post: example("POST, HEAD, and so on", message("Method Not Allowed", "Only GET and OPTIONS are offered"))
  },
  RequestTimeout: {
    slow: example("A request that came too slowly", message("Request Timeout", "The request did not arrive in time"))
  },
  ContentTooLarge: {
    chunks: example("Chunk extensions without end", message("Content Too Large", "The chunk extensions are too large"))
  },
  ExpectationFailed: {
    unknown: example(
      "An unknown expectation",
      message("Expectation Failed", "Only the expectation 100-continue is understood")
    )
  },
  RateLimitExceeded: {
    hour: example("The hour is used up", {
      ...message("Rate limit exceeded", "You have exceeded the limit of 1000 requests per hour"),
      retry_after: 1260,
      upgrade_url: "https://licensing.example/upgrade"
    }),
    day: example("The day is used up", {
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
    mistake: example("A mistake in the service", {
      ...message("Internal Server Error", "The request could not be answered"),
      request_id: requestIdExample
    })
  }
}

/** The start of a page. */
export const pageExample = example("How it begins", '<!doctype html>\n<html lang="en">')
