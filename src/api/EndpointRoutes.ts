import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { lazy } from "../platform/Lazy.ts"
import { AnswersWith, Cost, type Answers } from "./endpoints/Answers.ts"
import { AllowsHead, AlsoAboveBase } from "./endpoints/ServiceEndpoints.ts"
import { ApiKeySecurity } from "./endpoints/TaxonomyEndpoints.ts"
import { ReadApi, type EndpointName } from "./ReadApi.ts"

/** The facts of an endpoint that a server routes and answers by. */
export interface EndpointRoute {
  readonly name: EndpointName
  /** The path below the base address, such as `/{api_version}/licenses/{license_code}`. */
  readonly path: string
  /** What it answers with. */
  readonly answers: Answers
  /** The name of the schema of its body; `undefined` for a text. */
  readonly body: string | undefined
  /** How many requests of the limits one with a target of so many bytes is counted as. */
  readonly costOf: (targetBytes: number) => number
  /** True if an API key is required (service spec, 5.1). */
  readonly keyed: boolean
  /** True if its bodies are cacheable and support `If-None-Match`. */
  readonly conditional: boolean
  /** True if it is also served one level above the base address (service spec, 4.1). */
  readonly aboveBase: boolean
  /** True if it answers HEAD, which the others refuse. */
  readonly allowsHead: boolean
  /** Its query parameters by name, without dimension names. */
  readonly query: Readonly<Record<string, SchemaAST.AST>>
  /** Their names. */
  readonly parameters: ReadonlyArray<string>
  /** True if every dimension name is a parameter too. */
  readonly filters: boolean
}

/** Every endpoint of the contract. */
export const endpointRoutes = (): ReadonlyArray<EndpointRoute> => [...byName().values()]

/** The endpoint with a name. Throws if there is none. */
export const endpointRoute = (name: string): EndpointRoute => {
  const endpoint = byName().get(name)
  if (endpoint === undefined) throw new Error(`No endpoint is named ${name}`)
  return endpoint
}

const byName = lazy(
  () => new Map<string, EndpointRoute>(describeEndpoints().map((endpoint) => [endpoint.name, endpoint]))
)

const describeEndpoints = (): ReadonlyArray<EndpointRoute> =>
  Object.values(ReadApi.groups).flatMap(({ endpoints }) =>
    Object.values(endpoints).map((endpoint: HttpApiEndpoint.Top & { readonly identifier: EndpointName }) => {
      const query = membersOf(endpoint.query)
      return {
        name: endpoint.identifier,
        path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
        answers: Context.get(endpoint.annotations, AnswersWith),
        body: [...endpoint.success]
          .map(({ ast }) => SchemaAST.resolveIdentifier(ast))
          .find((name) => name !== undefined),
        costOf: makeCostOf(Context.get(endpoint.annotations, Cost)),
        keyed: endpoint.middlewares.has(ApiKeySecurity),
        aboveBase: Context.get(endpoint.annotations, AlsoAboveBase),
        allowsHead: Context.get(endpoint.annotations, AllowsHead),
        conditional: membersOf(endpoint.headers).members.some(([name]) => name === "if-none-match"),
        query: Object.fromEntries(query.members),
        parameters: query.members.map(([name]) => name),
        filters: query.others
      }
    })
  )

/** What is answered anew for each request costs more for a longer one. */
const makeCostOf =
  (cost: number): EndpointRoute["costOf"] =>
  (targetBytes) =>
    cost === 1 ? 1 : cost * Math.ceil(targetBytes / 1000)

/** The members of a query or of headers. `others` is true if it allows other names. */
const membersOf = (schema: Schema.Constraint | undefined) =>
  schema !== undefined && SchemaAST.isObjects(schema.ast)
    ? {
        members: schema.ast.propertySignatures.map(({ name, type }) => [String(name), type] as const),
        others: schema.ast.indexSignatures.length > 0
      }
    : { members: [], others: false }
