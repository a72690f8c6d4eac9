import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as Schema from "effect/Schema"
import { Code } from "../../domain/taxonomy/Scalars.ts"
import { enveloped, NotModified } from "../bodies/BodyParts.ts"
import { ChangesBody } from "../bodies/ChangesBody.ts"
import { DimensionsBody } from "../bodies/DimensionsBody.ts"
import { Forbidden, taxonomyErrors, Unauthorized } from "../bodies/ErrorBodies.ts"
import { ItemsBody } from "../bodies/ItemsBody.ts"
import { LicenseBody, LicensesBody } from "../bodies/LicenseBody.ts"
import { ReleasesBody } from "../bodies/ReleasesBody.ts"
import { SchemaBody } from "../bodies/SchemaBody.ts"
import { OpenApiBody, ProofBody } from "../bodies/ServiceBodies.ts"
import {
  changesQuery,
  documentQuery,
  historyQuery,
  licensesQuery,
  proofQuery,
  taxonomyQuery
} from "../parameters/QueryParameters.ts"
import { conditionalRequestHeaders } from "../parameters/RequestHeaders.ts"
import { ApiVersion } from "../parameters/TaxonomyVersion.ts"

/** `Authorization: Bearer <API_KEY>` (service spec, 5.1). A derived client must supply the key. */
export class ApiKeySecurity extends HttpApiMiddleware.Service<ApiKeySecurity>()(
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

/** An endpoint below the API version, with what all of them share. */
const endpoint = <
  const Name extends string,
  const Path extends HttpRouter.PathInput,
  Params extends Schema.Struct.Fields,
  Query extends Schema.Top | Schema.Struct.Fields,
  const Bodies extends ReadonlyArray<Schema.Top>
>(
  name: Name,
  path: Path,
  params: Params,
  query: Query,
  bodies: Bodies,
  summary: string,
  description: string
) =>
  HttpApiEndpoint.get(name, `/:api_version${path}`, {
    params,
    query,
    headers: conditionalRequestHeaders,
    success: [...bodies, NotModified],
    error: taxonomyErrors
  }).annotateMerge(OpenApi.annotations({ summary, description }))

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
const license_code = Code.check(
  Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u),
  Schema.isMaxLength(64)
).annotate({
  description: "The code of a base license.",
  examples: ["SAMPLE-PODCAST"]
})

const ofVersion = { api_version }
const ofLicense = { api_version, license_code }

/** The endpoints that require an API key (service spec, section 4). */
export const taxonomyEndpoints = HttpApiGroup.make("taxonomy", { topLevel: true })
  .add(
    endpoint(
      "licenses",
      "/licenses",
      ofVersion,
      licensesQuery,
      inEnvelope("Licenses", LicensesBody),
      "List base licenses",
      "All base licenses of a release, or those whose configuration matches the filter: one of the given values in " +
        "every given dimension. A country also matches licenses with a global territory. The filters are query parameters " +
        "named after the dimensions of the release; repeat one for several values. `/{api_version}/openapi.json` describes " +
        "each of them, and requires an API key."
    ),
    endpoint(
      "license",
      "/licenses/:license_code",
      ofLicense,
      taxonomyQuery,
      inEnvelope("License", LicenseBody),
      "Get one base license",
      "The base license with the given code."
    ),
    endpoint(
      "dimensions",
      "/dimensions",
      ofVersion,
      taxonomyQuery,
      inEnvelope("Dimensions", DimensionsBody),
      "Get all dimensions",
      "Every dimension with its allowed values and their meaning."
    ),
    endpoint(
      "schema",
      "/schema",
      ofVersion,
      taxonomyQuery,
      inEnvelope("Schema", SchemaBody),
      "Get the complete schema",
      "All dimensions, base licenses, validation rules and deprecations."
    ),
    endpoint(
      "releases",
      "/releases",
      ofVersion,
      historyQuery,
      inEnvelope("Releases", ReleasesBody),
      "List all releases",
      "Every release of every major version, the newest version first, with its status, changes and waivers. Every API " +
        "version lists the same ones."
    ),
    endpoint(
      "items",
      "/items",
      ofVersion,
      historyQuery,
      inEnvelope("Items", ItemsBody),
      "List all items of all releases",
      "Every dimension, value, base license and rule that the taxonomy ever had, sorted by name: when it was added, " +
        "deprecated and removed, and what replaces it. Every API version lists the same ones."
    ),
    endpoint(
      "changes",
      "/changes",
      ofVersion,
      changesQuery,
      inEnvelope("Changes", ChangesBody),
      "List the changes between two releases",
      "The net changes that lead from one release to another, of any major versions and in either order: texts and " +
        "settings before and after, deprecations, and what replaces removed items. The body of two full versions never changes."
    ),
    endpoint(
      "licenseProof",
      "/proofs/licenses/:license_code",
      ofLicense,
      proofQuery,
      [ProofBody],
      "Prove one base license",
      proofOf("/{api_version}/licenses/{license_code}")
    ),
    endpoint(
      "dimensionsProof",
      "/proofs/dimensions",
      ofVersion,
      proofQuery,
      [ProofBody],
      "Prove all dimensions",
      proofOf("/{api_version}/dimensions")
    ),
    endpoint(
      "schemaProof",
      "/proofs/schema",
      ofVersion,
      proofQuery,
      [ProofBody],
      "Prove the complete schema",
      proofOf("/{api_version}/schema")
    ),
    endpoint(
      "releaseOpenapi",
      "/openapi.json",
      ofVersion,
      { ...taxonomyQuery, ...documentQuery },
      [OpenApiBody],
      "Get the OpenAPI document of a release",
      "The interface as an OpenAPI 3.1 document with the dimensions of a release as filters and its codes as types, to " +
        "generate a client from."
    )
  )
  .middleware(ApiKeySecurity)
  .annotate(OpenApi.Description, "The releases of the taxonomy. An API key is required.")
