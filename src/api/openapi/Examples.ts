import type { DimensionsBody } from "../bodies/DimensionsBody.ts"
import type { LicenseBody, LicensesBody } from "../bodies/LicenseBody.ts"
import type { SchemaBody } from "../bodies/SchemaBody.ts"

// Every name and code is invented, since the documentation is public and the taxonomy is not.

const version = "v1.1"
const published_at = "2026-03-02T09:30:00Z"
const _meta = { taxonomy_version: version, release: "1.1.0", generated_at: published_at }

const crimsonDeprecation = {
  since: { version, date: published_at },
  replaced_by: ["red"],
  replacement: { mode: "one_of", items: ["color/red"] },
  reason: "The two colors look the same.",
  earliest_removal: { version: "v2.0", date: "2026-09-02" }
} as const

const dimensions = {
  color: {
    name: "Color",
    description: "The color that the sample has.",
    shape: "single",
    required: true,
    values: ["red", "blue", "crimson"],
    value_details: {
      red: { label: "Red", description: "The sample is red.", translations: { fr: { label: "Rouge" } } },
      blue: { label: "Blue", description: "The sample is blue." },
      crimson: { label: "Crimson", description: "The sample is crimson.", deprecation: crimsonDeprecation }
    }
  },
  place: {
    name: "Place",
    description: "Where the sample may be shown.",
    definition: "The place of the sample, not of its viewer.",
    shape: "multiple",
    required: false,
    values: ["indoors", "outdoors"],
    value_details: {
      indoors: { label: "Indoors", description: "Under a roof." },
      outdoors: { label: "Outdoors", description: "Under the sky.", definition: "Anywhere without a roof." }
    }
  }
} as const satisfies DimensionsBody["dimensions"]

const license = {
  code: "SAMPLE-PODCAST",
  name: "A sample for podcasts",
  description: "An invented license with the form of a real one.",
  translations: { fr: { name: "Un exemple pour les balados" } },
  config: { color: "red", place: ["indoors", "outdoors"] }
} as const

export const licenseExample: LicenseBody = { ...license, version, published_at, _meta }

export const licensesExample: LicensesBody = { version, licenses: [license], count: 1, _meta }

export const dimensionsExample: DimensionsBody = { version, dimensions, count: 2, _meta }

export const schemaExample: SchemaBody = {
  version,
  namespace: "samples",
  title: "Samples",
  description: "An invented taxonomy.",
  published_at,
  dimensions,
  base_licenses: [license],
  validation_rules: {
    conflicts: {
      "red-stays-indoors": {
        description: "Red fades in the sun.",
        forbid: { color: { equals: "red" }, place: { contains: "outdoors" } }
      }
    },
    required: ["color"],
    config_schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { color: { enum: ["red", "blue", "crimson"] } },
      required: ["color"]
    }
  },
  deprecations: [{ item: "color/crimson", ...crimsonDeprecation }],
  _meta
}

/** A filter by dimension: red or blue, and indoors. */
export const filterExample = { color: ["red", "blue"], place: ["indoors"] }

export const timeExample = "2026-03-02T10:15:30.123Z"
export const requestIdExample = "checkout-7f3a"

/** Wraps a body in the general envelope. */
export const envelopeExample = <Body>(data: Body) => ({
  version,
  data,
  _meta: { timestamp: timeExample, request_id: requestIdExample }
})
