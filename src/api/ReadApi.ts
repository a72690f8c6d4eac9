import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { serviceEndpoints } from "./endpoints/ServiceEndpoints.ts"
import { taxonomyEndpoints } from "./endpoints/TaxonomyEndpoints.ts"

/**
 * The read interface (service spec, section 4): the one source of its paths, parameters, headers, bodies and errors.
 * Paths are relative to the base address. A client is derived with `HttpApiClient`.
 */
export const ReadApi = HttpApi.make("taxonomy").add(taxonomyEndpoints, serviceEndpoints)

type Groups = typeof taxonomyEndpoints | typeof serviceEndpoints

/** The name of an endpoint, such as `licenses`. */
export type EndpointName = HttpApiEndpoint.Identifier<HttpApiGroup.Endpoints<Groups>>
