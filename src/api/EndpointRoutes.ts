import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { ApiKeySecurity } from "./endpoints/ApiKeySecurity.ts"
import { AlsoAboveBase } from "./endpoints/ServiceEndpoints.ts"
import { ReadApi, type EndpointName } from "./ReadApi.ts"

/** What a server needs to know of an endpoint to route to it. */
export interface EndpointRoute {
  readonly name: EndpointName
  readonly method: "GET"
  /** Below the base address, with one segment for each name in braces: `/{api_version}/licenses/{license_code}`. */
  readonly path: string
  /** Whether a key is needed (service spec, 5.1). */
  readonly keyed: boolean
  /** Whether its bodies may be kept, and asked for again with `If-None-Match`. */
  readonly conditional: boolean
  /** Whether it is also served one level above the base address (service spec, 4.1). */
  readonly aboveBase: boolean
  /** The names of its query parameters, but for those that are names of dimensions. */
  readonly parameters: ReadonlyArray<string>
  /** Whether the name of any dimension is a parameter as well. */
  readonly filters: boolean
}

/** Every endpoint of the interface, read off the contract. */
export const endpointRoutes = (): ReadonlyArray<EndpointRoute> =>
  Object.values(ReadApi.groups).flatMap(({ endpoints }) =>
    Object.values(endpoints).map((endpoint: HttpApiEndpoint.Top & { readonly identifier: EndpointName }) => {
      const query = membersOf(endpoint.query)
      return {
        name: endpoint.identifier,
        method: "GET",
        path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
        keyed: endpoint.middlewares.has(ApiKeySecurity),
        aboveBase: Context.get(endpoint.annotations, AlsoAboveBase),
        conditional: membersOf(endpoint.headers).names.includes("if-none-match"),
        parameters: query.names,
        filters: query.others
      }
    })
  )

/** The members of what is decoded from a query or from headers, and whether there may be others. */
const membersOf = (schema: Schema.Constraint | undefined) => {
  const encoded = schema === undefined ? undefined : SchemaAST.toEncoded(schema.ast)
  return encoded !== undefined && SchemaAST.isObjects(encoded)
    ? {
        names: encoded.propertySignatures.map(({ name }) => String(name)),
        others: encoded.indexSignatures.length > 0
      }
    : { names: [], others: false }
}
