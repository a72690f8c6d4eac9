import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { serviceEndpoints } from "./endpoints/ServiceEndpoints.ts"
import { taxonomyEndpoints } from "./endpoints/TaxonomyEndpoints.ts"

/**
 * The contract of the read interface (service spec, section 4): paths relative to the base address, parameters, headers,
 * bodies and errors. The routes, the OpenAPI document and the client are derived from it.
 */
export const ReadApi = HttpApi.make("taxonomy").add(taxonomyEndpoints, serviceEndpoints)

type Groups = typeof taxonomyEndpoints | typeof serviceEndpoints

/** The name of an endpoint, such as `licenses`. */
export type EndpointName = HttpApiEndpoint.Identifier<HttpApiGroup.Endpoints<Groups>>
