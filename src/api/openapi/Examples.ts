import type { ChangesBody } from "../bodies/ChangesBody.ts"
import type { DimensionsBody } from "../bodies/DimensionsBody.ts"
import type { ItemsBody } from "../bodies/ItemsBody.ts"
import type { LicenseBody, LicensesBody } from "../bodies/LicenseBody.ts"
import type { DimensionItem, SearchBody, ValueItem } from "../bodies/LookupBodies.ts"
import type { CoversBody, MigrationBody, PermitsBody, ValidationBody } from "../bodies/QuestionBodies.ts"
import type { ReleasesBody } from "../bodies/ReleasesBody.ts"
import type { SchemaBody } from "../bodies/SchemaBody.ts"

// The names and codes are of a licensing vocabulary, but invented: the documentation is public and the taxonomy is not.

const version = "v1.1"
const published_at = "2026-03-02T09:30:00Z"
const _meta = { taxonomy_version: version, release: "1.1.0", generated_at: published_at }

const saleDeprecation = {
  since: { version, date: published_at },
  replaced_by: ["retail_promotion"],
  replacement: { mode: "one_of", items: ["campaign_kind/retail_promotion"] },
  reason: "Retail promotions include sales.",
  earliest_removal: { version: "v2.0", date: "2026-09-02", after: ["v1.1", "v1.2"] }
} as const

const dimensions = {
  campaign_kind: {
    name: "Kind of campaign",
    description: "The campaign in which the athlete appears.",
    shape: "single",
    required: true,
    values: ["retail_promotion", "product_launch", "seasonal_sale"],
    value_details: {
      retail_promotion: {
        label: "Retail promotion",
        description: "An offer of a shop or a chain of shops.",
        translations: { fr: { label: "Promotion en magasin" } }
      },
      product_launch: { label: "Product launch", description: "The introduction of a new product." },
      seasonal_sale: {
        label: "Seasonal sale",
        description: "A sale at the end of a season.",
        deprecation: saleDeprecation
      }
    }
  },
  placements: {
    name: "Placements",
    description: "The places in which the campaign may appear.",
    definition: "The places of publication, not those of the audience.",
    shape: "multiple",
    required: false,
    values: ["stadium_screen", "podcast_read"],
    value_details: {
      stadium_screen: {
        label: "Stadium screen",
        description: "Screens inside a venue.",
        definition: "Any screen that spectators of a match can see."
      },
      podcast_read: { label: "Podcast read", description: "A message that the host of a podcast reads." }
    }
  }
} as const satisfies DimensionsBody["dimensions"]

const license = {
  code: "SAMPLE-PODCAST",
  name: "Sponsored podcast",
  description: "For sponsors who name an athlete in the messages of a podcast.",
  translations: { fr: { name: "Balado commandité" } },
  config: { campaign_kind: "product_launch", placements: ["podcast_read"] }
} as const

export const licenseExample: LicenseBody = { ...license, version, published_at, _meta }

export const licensesExample: LicensesBody = { version, licenses: [license], count: 1, _meta }

export const dimensionsExample: DimensionsBody = { version, dimensions, count: 2, _meta }

const known = { added_in: "1.0.0", licenses: [license.code], rules: ["retail-not-in-stadiums"], _meta }

export const dimensionItemExample: DimensionItem = {
  version,
  dimension: "campaign_kind",
  content: dimensions.campaign_kind,
  ...known
}

export const valueItemExample: ValueItem = {
  version,
  dimension: "campaign_kind",
  code: "product_launch",
  content: dimensions.campaign_kind.value_details.product_launch,
  narrower: [],
  ...known,
  rules: []
}

export const searchExample: SearchBody = {
  version,
  query: "podcast",
  results: [
    {
      item: "placements/podcast_read",
      kind: "value",
      label: "Podcast read",
      description: "A message that the host of a podcast reads.",
      matches: [{ field: "code", text: "podcast_read" }],
      missing: []
    }
  ],
  count: 1,
  total: 1,
  near: [],
  suggestions: {},
  _meta
}

const unknownValue = {
  kind: "UnknownValue",
  path: ["campaign_kind"],
  dimensions: ["campaign_kind"],
  dimension: "campaign_kind",
  code: "retail_promotions",
  suggestions: ["retail_promotion"],
  message: 'campaign_kind has no value "retail_promotions"',
  help: 'Did you mean "retail_promotion"?'
} as const

export const validationExample: ValidationBody = {
  version,
  verdict: "invalid",
  problems: [unknownValue],
  deprecated: [],
  advice: [],
  _meta
}

const asked = { version, license: license.code, problems: [], open: [], repair: [], _meta }

export const permitsExample: PermitsBody = {
  ...asked,
  verdict: "no",
  explanation: [
    "No. SAMPLE-PODCAST does not permit the use.",
    "  Placements (placements): the license is for Podcast read (podcast_read), not for Stadium screen (stadium_screen)"
  ],
  reasons: [{ dimension: "placements", codes: ["stadium_screen"], kind: "scope" }],
  within: [{ dimension: "campaign_kind", setting: "product_launch" }],
  provided: [],
  uncompared: []
}

export const coversExample: CoversBody = {
  ...asked,
  verdict: "yes",
  explanation: ["Yes. SAMPLE-PODCAST covers the config: all that the config allows may be done under SAMPLE-PODCAST."],
  reasons: [],
  alike: []
}

export const migrationExample: MigrationBody = {
  version,
  verdict: "invalid",
  draft: { campaign_kind: "retail_promotions" },
  broken: [],
  steps: [],
  open: [],
  problems: [unknownValue],
  deprecated: [],
  _meta
}

export const schemaExample: SchemaBody = {
  version,
  namespace: "sample-licensing",
  title: "Sample of a licensing vocabulary",
  description: "An invented taxonomy with the form of a real one.",
  published_at,
  dimensions,
  base_licenses: [license],
  validation_rules: {
    conflicts: {
      "retail-not-in-stadiums": {
        description: "Stadiums reserve their screens for their own sponsors.",
        forbid: { campaign_kind: { equals: "retail_promotion" }, placements: { contains: "stadium_screen" } }
      }
    },
    required: ["campaign_kind"],
    config_schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { campaign_kind: { enum: ["retail_promotion", "product_launch", "seasonal_sale"] } },
      required: ["campaign_kind"]
    }
  },
  deprecations: [{ item: "campaign_kind/seasonal_sale", ...saleDeprecation }],
  _meta
}

/** Bodies of one release, and what errors name of it. */
export interface ContentExamples {
  readonly license: LicenseBody
  readonly licenses: LicensesBody
  readonly dimensions: DimensionsBody
  readonly schema: SchemaBody
  /** The name of a dimension. */
  readonly dimension: string
}

/** The examples of a document that everybody can read. */
export const sampleExamples: ContentExamples = {
  license: licenseExample,
  licenses: licensesExample,
  dimensions: dimensionsExample,
  schema: schemaExample,
  dimension: "campaign_kind"
}

export const releasesExample: ReleasesBody = {
  version,
  releases: [
    {
      version,
      release: "1.1.0",
      published_at,
      bump: "minor",
      base: "1.0.0",
      api_version: "v1",
      status: "current",
      changes: { "value-definition-corrected": 1, "value-deprecated": 1 },
      waivers: [
        {
          rule: "semver/definition-changed",
          subject: "placements/stadium_screen",
          reason: "The new words mean the same.",
          approved_by: "The licensing board"
        }
      ]
    },
    {
      version: "v1.0",
      release: "1.0.0",
      published_at: "2026-01-12T08:00:00Z",
      bump: null,
      base: null,
      api_version: "v1",
      status: "withdrawn",
      withdrawn: { date: "2026-01-20T16:00:00Z", reason: "The labels of the placements were drafts." },
      changes: { "dimension-added": 2, "license-added": 1, "rule-added": 1 },
      waivers: []
    }
  ],
  count: 2,
  _meta
}

export const itemsExample: ItemsBody = {
  version,
  items: [
    {
      item: "SAMPLE-PODCAST",
      kind: "license",
      label: license.name,
      translations: { fr: { label: license.translations.fr.name } },
      added_in: "1.0.0"
    },
    { item: "campaign_kind", kind: "dimension", label: dimensions.campaign_kind.name, added_in: "1.0.0" },
    {
      item: "campaign_kind/seasonal_sale",
      kind: "value",
      label: "Seasonal sale",
      added_in: "1.0.0",
      deprecated_in: "1.1.0",
      replacement: saleDeprecation.replacement,
      reason: saleDeprecation.reason,
      deprecation: saleDeprecation
    },
    {
      item: "rules/retail-not-in-stadiums",
      kind: "rule",
      label: "Stadiums reserve their screens for their own sponsors.",
      added_in: "1.0.0"
    }
  ],
  count: 4,
  _meta
}

export const changesExample: ChangesBody = {
  version,
  from: { version: "v1.0", release: "1.0.0", published_at: "2026-01-12T08:00:00Z" },
  to: { version, release: "1.1.0", published_at },
  required_bump: "minor",
  changes: [
    {
      kind: "value-deprecated",
      bump: "minor",
      dimension: "campaign_kind",
      value: "seasonal_sale",
      after: { replaced_by: ["retail_promotion"], reason: saleDeprecation.reason },
      item: "campaign_kind/seasonal_sale",
      label: "Seasonal sale",
      deprecation: saleDeprecation
    },
    {
      kind: "value-definition-corrected",
      bump: "patch",
      dimension: "placements",
      value: "stadium_screen",
      before: "Each screen that spectators of a match can see.",
      after: "Any screen that spectators of a match can see.",
      reason: "The new words mean the same.",
      approved_by: "The licensing board",
      item: "placements/stadium_screen",
      label: "Stadium screen"
    }
  ],
  count: 2,
  _meta
}

export const timeExample = "2026-03-02T10:15:30.123Z"
export const requestIdExample = "checkout-7f3a"

/** Wraps a body in the general envelope. */
export const envelopeExample = <Body extends { readonly version: string }>(data: Body) => ({
  version: data.version,
  data,
  _meta: { timestamp: timeExample, request_id: requestIdExample }
})
