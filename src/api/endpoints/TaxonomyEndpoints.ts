import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { enveloped, NotModified } from "../bodies/BodyParts.ts"
import { ChangesBody } from "../bodies/ChangesBody.ts"
import { DimensionsBody } from "../bodies/DimensionsBody.ts"
import { taxonomyErrors as error } from "../bodies/ErrorBodies.ts"
import { ItemsBody } from "../bodies/ItemsBody.ts"
import { LicenseBody, LicensesBody } from "../bodies/LicenseBody.ts"
import { OpenApiBody } from "../bodies/OpenApiBody.ts"
import { ReleasesBody } from "../bodies/ReleasesBody.ts"
import { SchemaBody } from "../bodies/SchemaBody.ts"
import {
  changesQuery,
  documentQuery,
  historyQuery,
  licensesQuery,
  taxonomyQuery
} from "../parameters/QueryParameters.ts"
import { conditionalRequestHeaders } from "../parameters/RequestHeaders.ts"
import { ApiKeySecurity } from "./ApiKeySecurity.ts"
import { api_version, license_code } from "./PathParameters.ts"
import { dimensionsProof, licenseProof, schemaProof } from "./ProofEndpoints.ts"

const headers = conditionalRequestHeaders

const licenses = HttpApiEndpoint.get("licenses", "/:api_version/licenses", {
  params: { api_version },
  query: licensesQuery,
  headers,
  success: [LicensesBody, enveloped("LicensesEnvelope", LicensesBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "List base licenses",
    description:
      "All base licenses of a release, or those whose configuration matches the filter: one of the given values in " +
      "every given dimension. A country also matches licenses with a global territory. The filters are query parameters " +
      "named after the dimensions of the release; repeat one for several values. `/{api_version}/openapi.json` describes " +
      "each of them, and requires an API key."
  })
)

const license = HttpApiEndpoint.get("license", "/:api_version/licenses/:license_code", {
  params: { api_version, license_code },
  query: taxonomyQuery,
  headers,
  success: [LicenseBody, enveloped("LicenseEnvelope", LicenseBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({ summary: "Get one base license", description: "The base license with the given code." })
)

const dimensions = HttpApiEndpoint.get("dimensions", "/:api_version/dimensions", {
  params: { api_version },
  query: taxonomyQuery,
  headers,
  success: [DimensionsBody, enveloped("DimensionsEnvelope", DimensionsBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Get all dimensions",
    description: "Every dimension with its allowed values and their meaning."
  })
)

const schema = HttpApiEndpoint.get("schema", "/:api_version/schema", {
  params: { api_version },
  query: taxonomyQuery,
  headers,
  success: [SchemaBody, enveloped("SchemaEnvelope", SchemaBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Get the complete schema",
    description: "All dimensions, base licenses, validation rules and deprecations."
  })
)

const releases = HttpApiEndpoint.get("releases", "/:api_version/releases", {
  params: { api_version },
  query: historyQuery,
  headers,
  success: [ReleasesBody, enveloped("ReleasesEnvelope", ReleasesBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "List all releases",
    description:
      "Every release of every major version, the newest version first, with its status, changes and waivers. Every API " +
      "version lists the same ones."
  })
)

const items = HttpApiEndpoint.get("items", "/:api_version/items", {
  params: { api_version },
  query: historyQuery,
  headers,
  success: [ItemsBody, enveloped("ItemsEnvelope", ItemsBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "List all items of all releases",
    description:
      "Every dimension, value, base license and rule that the taxonomy ever had, sorted by name: when it was added, " +
      "deprecated and removed, and what replaces it. Every API version lists the same ones."
  })
)

const changes = HttpApiEndpoint.get("changes", "/:api_version/changes", {
  params: { api_version },
  query: changesQuery,
  headers,
  success: [ChangesBody, enveloped("ChangesEnvelope", ChangesBody), NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "List the changes between two releases",
    description:
      "The net changes that lead from one release to another, of any major versions and in either order: texts and " +
      "settings before and after, deprecations, and what replaces removed items. The body of two full versions never changes."
  })
)

const releaseOpenapi = HttpApiEndpoint.get("releaseOpenapi", "/:api_version/openapi.json", {
  params: { api_version },
  query: { ...taxonomyQuery, ...documentQuery },
  headers,
  success: [OpenApiBody, NotModified],
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Get the OpenAPI document of a release",
    description:
      "The interface as an OpenAPI 3.1 document with the dimensions of a release as filters and its codes as types, to " +
      "generate a client from."
  })
)

/** The endpoints that require an API key (service spec, section 4). */
export const taxonomyEndpoints = HttpApiGroup.make("taxonomy", { topLevel: true })
  .add(
    licenses,
    license,
    dimensions,
    schema,
    releases,
    items,
    changes,
    licenseProof,
    dimensionsProof,
    schemaProof,
    releaseOpenapi
  )
  .middleware(ApiKeySecurity)
  .annotate(OpenApi.Description, "The releases of the taxonomy. An API key is required.")
