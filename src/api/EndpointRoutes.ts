import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { AllowsHead, AlsoAboveBase } from "./endpoints/ServiceEndpoints.ts"
import { ApiKeySecurity } from "./endpoints/TaxonomyEndpoints.ts"
import { ReadApi, type EndpointName } from "./ReadApi.ts"

/** The facts of an endpoint that a server routes and answers by. */
export interface EndpointRoute {
  readonly name: EndpointName
  /** The path below the base address, such as `/{api_version}/licenses/{license_code}`. */
  readonly path: string
  /** True if an API key is required (service spec, 5.1). */
  readonly keyed: boolean
  /** True if its bodies are cacheable and support `If-None-Match`. */
  readonly conditional: boolean
  /** True if it is also served one level above the base address (service spec, 4.1). */
  readonly aboveBase: boolean
  /** True if it answers HEAD, which the others refuse. */
  readonly allowsHead: boolean
  /** The names of its query parameters, without dimension names. */
  readonly parameters: ReadonlyArray<string>
  /** True if every dimension name is a parameter too. */
  readonly filters: boolean
}

/** Every endpoint of the contract. */
export const endpointRoutes = (): ReadonlyArray<EndpointRoute> =>
  Object.values(ReadApi.groups).flatMap(({ endpoints }) =>
    Object.values(endpoints).map((endpoint: HttpApiEndpoint.Top & { readonly identifier: EndpointName }) => {
      const query = membersOf(endpoint.query)
      return {
        name: endpoint.identifier,
        path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
        keyed: endpoint.middlewares.has(ApiKeySecurity),
        aboveBase: Context.get(endpoint.annotations, AlsoAboveBase),
        allowsHead: Context.get(endpoint.annotations, AllowsHead),
        conditional: membersOf(endpoint.headers).names.includes("if-none-match"),
        parameters: query.names,
        filters: query.others
      }
    })
  )

/** The member names of a query or of headers. `others` is true if it allows other names. */
const membersOf = (schema: Schema.Constraint | undefined) => {
  const encoded = schema === undefined ? undefined : SchemaAST.toEncoded(schema.ast)
  return encoded !== undefined && SchemaAST.isObjects(encoded)
    ? {
        names: encoded.propertySignatures.map(({ name }) => String(name)),
        others: encoded.indexSignatures.length > 0
      }
    : { names: [], others: false }
}
