import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Schema from "effect/Schema"
import type { Tier } from "../../domain/keys/Tier.ts"
import { Code, DimensionName } from "../../domain/taxonomy/Scalars.ts"
import { enveloped, NotModified } from "../bodies/BodyParts.ts"
import { ChangesBody } from "../bodies/ChangesBody.ts"
import { DimensionsBody } from "../bodies/DimensionsBody.ts"
import { Forbidden, RateLimitExceeded, taxonomyErrors, Unauthorized } from "../bodies/ErrorBodies.ts"
import { ItemsBody } from "../bodies/ItemsBody.ts"
import { LicenseBody, LicensesBody } from "../bodies/LicenseBody.ts"
import { DimensionItem, SearchBody, ValueItem } from "../bodies/LookupBodies.ts"
import { CoversBody, MigrationBody, PermitsBody, ValidationBody } from "../bodies/QuestionBodies.ts"
import { ReleasesBody } from "../bodies/ReleasesBody.ts"
import { SchemaBody } from "../bodies/SchemaBody.ts"
import { FeedBody, OpenApiBody, ProofBody } from "../bodies/ServiceBodies.ts"
import {
  coversExample,
  dimensionItemExample,
  itemsExample,
  migrationExample,
  permitsExample,
  releasesExample,
  searchExample,
  validationExample,
  valueItemExample
} from "../openapi/Examples.ts"
import {
  changesQuery,
  coversQuery,
  documentQuery,
  feedQuery,
  historyQuery,
  licensesQuery,
  migrateQuery,
  permitsQuery,
  proofQuery,
  searchQuery,
  taxonomyQuery,
  validateQuery
} from "../parameters/QueryParameters.ts"
import { conditionalRequestHeaders } from "../parameters/RequestHeaders.ts"
import { ApiVersion } from "../parameters/TaxonomyVersion.ts"
import { itemsBody } from "../projections/ItemsProjection.ts"
import { dimensionItem, valueItem } from "../projections/LookupProjection.ts"
import { migrationBody, validationBody } from "../projections/QuestionProjection.ts"
import { coversBody, permitsBody } from "../projections/ReasoningProjection.ts"
import { releasesBody } from "../projections/ReleasesProjection.ts"
import { searchBody } from "../projections/SearchProjection.ts"
import { AnswersWith, Cost, Purpose, type Answers, type ReleaseRequest } from "./Answers.ts"
import { ParameterProblems } from "./ParameterProblems.ts"

/** The API key of a request that was accepted. */
export class CurrentKey extends Context.Service<
  CurrentKey,
  {
    /** The prefix of the key, which is no secret. */
    readonly prefix: string
    readonly tier: Tier
  }
>()("taxonomy-licensing-data-service/api/endpoints/TaxonomyEndpoints/CurrentKey") {}

/** `Authorization: Bearer <API_KEY>` (service spec, 5.1). A derived client must supply the key. */
export class ApiKeySecurity extends HttpApiMiddleware.Service<ApiKeySecurity, { provides: CurrentKey }>()(
  "taxonomy-licensing-data-service/api/ApiKeySecurity",
  {
    security: {
      ApiKey: HttpApiSecurity.http({ scheme: "bearer" }).pipe(
        HttpApiSecurity.annotate(OpenApi.Format, "nil_ and 32 characters"),
        HttpApiSecurity.annotate(
          OpenApi.Description,
          "An API key. The operator issues and revokes keys by e-mail. Use them on servers only."
        )
      )
    },
    error: [Unauthorized, Forbidden],
    requiredForClient: true
  }
) {}

/** The hourly and daily limits of an API key (service spec, section 8). */
export class RateLimits extends HttpApiMiddleware.Service<RateLimits, { requires: CurrentKey }>()(
  "taxonomy-licensing-data-service/api/RateLimits",
  { error: RateLimitExceeded }
) {}

interface EndpointFacts<
  Path extends HttpRouter.PathInput,
  Params extends Schema.Struct.Fields,
  Query extends Schema.Top | Schema.Struct.Fields,
  Bodies extends ReadonlyArray<Schema.Top>
> {
  readonly path: Path
  readonly params: Params
  readonly query: Query
  readonly bodies: Bodies
  readonly answers: Answers
  readonly summary: string
  readonly description: string
  /** What only callers over HTTP have to know. */
  readonly caution?: string
  /**
   * How many requests of the limits one is counted as, for each started kilobyte of its path and query if that is not the
   * default, 1.
   */
  readonly cost?: number
}

/** An endpoint below the API version, with what all of them share. */
const endpoint = <
  const Name extends string,
  const Path extends HttpRouter.PathInput,
  Params extends Schema.Struct.Fields,
  Query extends Schema.Top | Schema.Struct.Fields,
  const Bodies extends ReadonlyArray<Schema.Top>
>(
  name: Name,
  {
    answers,
    bodies,
    caution = "",
    cost = 1,
    description,
    params,
    path,
    query,
    summary
  }: EndpointFacts<Path, Params, Query, Bodies>
) =>
  HttpApiEndpoint.get(name, `/:api_version${path}`, {
    params,
    query,
    headers: conditionalRequestHeaders,
    success: [...bodies, NotModified],
    error: taxonomyErrors
  })
    .annotate(AnswersWith, answers)
    .annotate(Cost, cost)
    .annotate(Purpose, { summary, description })
    .annotateMerge(OpenApi.annotations({ summary, description: `${description}${caution}${costText(cost)}` }))

const costText = (cost: number): string =>
  cost === 1 ? "" : ` A request counts as ${cost} of the limits for each started kilobyte of its path and query.`

const proxiesSee = " Proxies can see the query."

/** A body without and with the envelope. */
const inEnvelope = <Body extends Schema.Constraint>(name: string, body: Body) =>
  [body, enveloped(`${name}Envelope`, body)] as const

const proofOf = (path: string): string =>
  `The proof that the body of \`${path}\`, without the envelope, was published in a release (C2SP tlog-proof). Name the ` +
  "release by its full version, the `release` in the `_meta` of the body: both are then of the same release. The proof can " +
  "be checked without the service."

const api_version = ApiVersion.annotate({
  description: "The version of the API. It serves the taxonomy releases of the same major version.",
  examples: ["v1"]
})

// OpenAPI takes over Unicode-aware patterns only, so the pattern of codes is repeated.
const PathCode = Code.check(Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u), Schema.isMaxLength(64))

const license_code = PathCode.annotate({
  description: "The code of a base license.",
  examples: ["SAMPLE-PODCAST"]
})

/** The interface as a release has it. The generator of the document is large, so it is loaded on first use. */
const describeRelease = async ({ interface: facts, query, release }: ReleaseRequest): Promise<object> => {
  const { openApiDocument } = await import("../openapi/OpenApi.ts")
  return openApiDocument({ ...facts, release, envelope: query["envelope"] === "true" })
}

const dimension = DimensionName.check(Schema.isMaxLength(64)).annotate({
  description: "The name of a dimension.",
  examples: ["campaign_kind"]
})

const value_code = PathCode.annotate({ description: "The code of a value.", examples: ["seasonal_sale"] })

const ofVersion = { api_version }
const ofLicense = { api_version, license_code }

/** The endpoints that require an API key (service spec, section 4). */
export const taxonomyEndpoints = HttpApiGroup.make("taxonomy", { topLevel: true })
  .add(
    endpoint("licenses", {
      path: "/licenses",
      params: ofVersion,
      query: licensesQuery,
      bodies: inEnvelope("Licenses", LicensesBody),
      answers: { of: "artifact", path: "licenses.json", mentions: "licenses" },
      summary: "List base licenses",
      description:
        "All base licenses of a release, or those whose configuration matches the filter: one of the given values in " +
        "every given dimension. A country also matches licenses with a global territory. The filters are query parameters " +
        "named after the dimensions of the release; repeat one for several values. `/{api_version}/openapi.json` describes " +
        "each of them, and requires an API key."
    }),
    endpoint("license", {
      path: "/licenses/:license_code",
      params: ofLicense,
      query: taxonomyQuery,
      bodies: inEnvelope("License", LicenseBody),
      answers: { of: "artifact", path: "licenses/{license_code}.json", mentions: "item" },
      summary: "Get one base license",
      description: "The base license with the given code."
    }),
    endpoint("dimensions", {
      path: "/dimensions",
      params: ofVersion,
      query: taxonomyQuery,
      bodies: inEnvelope("Dimensions", DimensionsBody),
      answers: { of: "artifact", path: "dimensions.json", mentions: "dimensions" },
      summary: "Get all dimensions",
      description: "Every dimension with its allowed values and their meaning."
    }),
    endpoint("dimension", {
      path: "/dimensions/:dimension",
      params: { api_version, dimension },
      query: taxonomyQuery,
      bodies: inEnvelope("DimensionItem", DimensionItem),
      answers: {
        of: "release",
        body: ({ history, params, release }) => dimensionItem(history, release, params["dimension"] ?? ""),
        envelope: "around",
        example: dimensionItemExample,
        mentions: "item"
      },
      summary: "Get one dimension",
      description:
        "One dimension with its values, the release that added it, and the base licenses and rules that name it. What its " +
        "deprecations lead to is as of today."
    }),
    endpoint("value", {
      path: "/dimensions/:dimension/values/:value_code",
      params: { api_version, dimension, value_code },
      query: taxonomyQuery,
      bodies: inEnvelope("ValueItem", ValueItem),
      answers: {
        of: "release",
        body: ({ history, params, release }) =>
          valueItem(history, release, params["dimension"] ?? "", params["value_code"] ?? ""),
        envelope: "around",
        example: valueItemExample,
        mentions: "item"
      },
      summary: "Get one value",
      description:
        "One value with its definition and its other texts, the kinds directly below it, the release that added it, and the " +
        "base licenses and rules that name it. What its deprecation leads to is as of today."
    }),
    endpoint("search", {
      path: "/search",
      params: ofVersion,
      query: searchQuery,
      bodies: inEnvelope("Search", SearchBody),
      answers: { of: "question", body: searchBody, example: searchExample },
      cost: 2,
      summary: "Search the taxonomy",
      description:
        "The items of the newest release of the API version that contain the words of a query in their codes, labels, other " +
        "names, descriptions or definitions, in any language, and those that were removed. Without a query, all items of the " +
        "release."
    }),
    endpoint("validate", {
      path: "/validate",
      params: ofVersion,
      query: validateQuery,
      bodies: inEnvelope("Validation", ValidationBody),
      answers: { of: "question", body: validationBody, example: validationExample },
      cost: 2,
      summary: "Validate a config",
      description:
        "What a release says of the configuration of a license: its problems with suggestions, the deprecated items that " +
        "it names, and the advice that it does not follow.",
      caution: " Proxies can see the query: where a contract may not leave, validate with the client or a JSON Schema."
    }),
    endpoint("migrate", {
      path: "/migrate",
      params: ofVersion,
      query: migrateQuery,
      bodies: inEnvelope("Migration", MigrationBody),
      answers: { of: "question", body: migrationBody, example: migrationExample },
      cost: 2,
      summary: "Migrate a config",
      description:
        "What a release says of a config that was written for another one, and the config that it accepts if every broken " +
        "item has exactly one replacement.",
      caution: proxiesSee
    }),
    endpoint("permits", {
      path: "/permits",
      params: ofVersion,
      query: permitsQuery,
      bodies: inEnvelope("Permits", PermitsBody),
      answers: { of: "question", body: permitsBody, example: permitsExample },
      cost: 2,
      summary: "Ask whether a license permits a use",
      description:
        "Whether a base license permits a use, with reasons, what is open, and what would permit it. As far as the codes say; " +
        "not legal advice. The release must have roles.",
      caution: proxiesSee
    }),
    endpoint("covers", {
      path: "/covers",
      params: ofVersion,
      query: coversQuery,
      bodies: inEnvelope("Covers", CoversBody),
      answers: { of: "question", body: coversBody, example: coversExample },
      cost: 2,
      summary: "Ask whether a license covers another",
      description:
        "Whether all that a config allows may be done under a base license, and whether the license reserves all that the " +
        "config reserves. As far as the codes say; not legal advice. The release must have roles.",
      caution: proxiesSee
    }),
    endpoint("schema", {
      path: "/schema",
      params: ofVersion,
      query: taxonomyQuery,
      bodies: inEnvelope("Schema", SchemaBody),
      answers: { of: "artifact", path: "schema.json", mentions: "every-item" },
      summary: "Get the complete schema",
      description: "All dimensions, base licenses, validation rules and deprecations."
    }),
    endpoint("releases", {
      path: "/releases",
      params: ofVersion,
      query: historyQuery,
      bodies: inEnvelope("Releases", ReleasesBody),
      answers: { of: "history", body: releasesBody, example: releasesExample },
      summary: "List all releases",
      description:
        "Every release of every major version, the newest version first, with its status, changes and waivers. Every API " +
        "version lists the same ones."
    }),
    endpoint("items", {
      path: "/items",
      params: ofVersion,
      query: historyQuery,
      bodies: inEnvelope("Items", ItemsBody),
      answers: { of: "history", body: itemsBody, example: itemsExample },
      summary: "List all items of all releases",
      description:
        "Every dimension, value, base license and rule that the taxonomy ever had, sorted by name: when it was added, " +
        "deprecated and removed, and what replaces it. Every API version lists the same ones."
    }),
    endpoint("changes", {
      path: "/changes",
      params: ofVersion,
      query: changesQuery,
      bodies: inEnvelope("Changes", ChangesBody),
      answers: { of: "changes" },
      summary: "List the changes between two releases",
      description:
        "The net changes that lead from one release to another, of any major versions and in either order: texts and " +
        "settings before and after, deprecations, and what replaces removed items. The body of two full versions never changes."
    }),
    endpoint("feed", {
      path: "/releases.atom",
      params: ofVersion,
      query: feedQuery,
      bodies: [FeedBody],
      answers: { of: "feed" },
      summary: "Follow the releases",
      description:
        "An Atom feed of the releases of all major versions with what they change, of deprecations, withdrawals and ends of " +
        "life, the newest first."
    }),
    endpoint("licenseProof", {
      path: "/proofs/licenses/:license_code",
      params: ofLicense,
      query: proofQuery,
      bodies: [ProofBody],
      answers: { of: "proof", path: "licenses/{license_code}.json", mentions: "item" },
      summary: "Prove one base license",
      description: proofOf("/{api_version}/licenses/{license_code}")
    }),
    endpoint("dimensionsProof", {
      path: "/proofs/dimensions",
      params: ofVersion,
      query: proofQuery,
      bodies: [ProofBody],
      answers: { of: "proof", path: "dimensions.json", mentions: "dimensions" },
      summary: "Prove all dimensions",
      description: proofOf("/{api_version}/dimensions")
    }),
    endpoint("schemaProof", {
      path: "/proofs/schema",
      params: ofVersion,
      query: proofQuery,
      bodies: [ProofBody],
      answers: { of: "proof", path: "schema.json", mentions: "every-item" },
      summary: "Prove the complete schema",
      description: proofOf("/{api_version}/schema")
    }),
    endpoint("releaseOpenapi", {
      path: "/openapi.json",
      params: ofVersion,
      query: { ...taxonomyQuery, ...documentQuery },
      bodies: [OpenApiBody],
      answers: { of: "release", body: describeRelease, envelope: "described", mentions: "every-item" },
      summary: "Get the OpenAPI document of a release",
      description:
        "The interface as an OpenAPI 3.1 document with the dimensions of a release as filters and its codes as types, to " +
        "generate a client from."
    })
  )
  // The last one runs first: key, limits, parameters.
  .middleware(ParameterProblems)
  .middleware(RateLimits)
  .middleware(ApiKeySecurity)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(OpenApi.Description, "The releases of the taxonomy. An API key is required.")
