import * as EffectOpenApi from "effect/http-api/OpenApi"
import * as Records from "effect/Record"
import { endpointRoutes, type EndpointRoute } from "../EndpointRoutes.ts"
import { ReadApi } from "../ReadApi.ts"
import { ComponentRegistry } from "./ComponentRegistry.ts"
import { apiDescription } from "./Description.ts"
import type {
  Components,
  Header,
  JsonSchema,
  OpenApiDocument,
  OpenApiServer,
  Operation,
  Parameter,
  PathItem,
  Response
} from "./OpenApiDocument.ts"
import { describeParameters, preflightParameters } from "./Parameters.ts"
import { describePreflight, describeResponses } from "./Responses.ts"

export interface OpenApiOptions {
  /** Starts with a slash and does not end with one, such as `/api/taxonomy`. */
  readonly basePath: string
  /** The version of the server. */
  readonly serverVersion: string
  /** The address for requests of API keys. */
  readonly operatorEmail?: string | undefined
  /** The address for reports of compromised API keys. */
  readonly securityEmail?: string | undefined
}

/** Renders the OpenAPI 3.1 document as JSON. The same options give the same text. */
export const openApiText = (options: OpenApiOptions): string => `${JSON.stringify(openApiDocument(options), null, 2)}\n`

/** Makes the OpenAPI 3.1 document of the contract, with every header, error and example of every operation. */
export const openApiDocument = ({
  basePath,
  operatorEmail,
  securityEmail,
  serverVersion
}: OpenApiOptions): OpenApiDocument => {
  const generated = EffectOpenApi.fromApi(ReadApi)
  const registries: Registries = {
    parameters: new ComponentRegistry("parameters"),
    headers: new ComponentRegistry("headers"),
    responses: new ComponentRegistry("responses")
  }
  const paths = Object.fromEntries(
    endpointRoutes().map((route) => [route.path, pathItem(generated, route, registries, basePath)])
  )
  return {
    openapi: generated.openapi,
    info: {
      title: "Taxonomy Licensing Data Service",
      version: serverVersion,
      description: apiDescription({ operatorEmail, securityEmail }),
      contact: operatorEmail === undefined ? { name: "The operator" } : { name: "The operator", email: operatorEmail },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" }
    },
    servers: [server(basePath, "The base address.")],
    security: [],
    tags: generated.tags.map(({ description, name }) => ({ name, description: description ?? name })),
    paths,
    components: {
      schemas: Records.map(sorted(generated.components.schemas), allowMoreFields),
      securitySchemes: generated.components.securitySchemes,
      parameters: registries.parameters.toRecord(),
      headers: registries.headers.toRecord(),
      responses: registries.responses.toRecord()
    } satisfies Components
  }
}

interface Registries {
  readonly parameters: ComponentRegistry<Parameter>
  readonly headers: ComponentRegistry<Header>
  readonly responses: ComponentRegistry<Response>
}

const server = (url: string, description: string): OpenApiServer & { readonly "x-internal": boolean } => ({
  url: url === "" ? "/" : url,
  description,
  "x-internal": false
})

const pathItem = (
  { paths }: EffectOpenApi.OpenAPISpec,
  { aboveBase, conditional, filters, keyed, path }: EndpointRoute,
  registries: Registries,
  basePath: string
): PathItem => {
  const generated = paths[path]?.get
  if (generated === undefined) throw new Error(`${path} has no description`)
  const { description = "", operationId, parameters, responses, security, summary = "", tags } = generated
  const described = describeParameters(registries.parameters, parameters, filters)
  const get: Operation = {
    tags,
    operationId,
    summary,
    description,
    security,
    parameters: described,
    responses: describeResponses(registries, { keyed, conditional }, responses)
  }
  return {
    ...(aboveBase && {
      servers: [
        server(basePath.slice(0, basePath.lastIndexOf("/")), "One level above the base address."),
        server(basePath, "The base address.")
      ]
    }),
    get,
    options: preflight(get, registries, path)
  }
}

/** OPTIONS requires no API key and does the same on every path. */
const preflight = ({ operationId, parameters, responses, tags }: Operation, registries: Registries, path: string) => ({
  tags,
  operationId: `${operationId}Preflight`,
  summary: `CORS preflight for ${path}`,
  description: "Returns the CORS policy of this path.",
  security: [],
  parameters: [
    ...parameters.filter((parameter) => "$ref" in parameter && inPath(path, parameter.$ref)),
    ...preflightParameters(registries.parameters)
  ],
  responses: {
    "204": describePreflight(registries),
    "400": { $ref: "#/components/responses/BadRequest" },
    ...Object.fromEntries(Object.entries(responses).filter(([status]) => transportStatuses.has(status)))
  }
})

const inPath = (path: string, reference: string): boolean =>
  path.includes(`{${reference.slice(reference.lastIndexOf("/") + 1)}}`)

const transportStatuses: ReadonlySet<string> = new Set(["408", "413", "417", "431", "500"])

const sorted = <A>(record: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))

/** Removes `additionalProperties: false`, since bodies may get more fields within an API version (service spec, 9.4). */
const allowMoreFields = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === "additionalProperties" && value === false))
      .map(([keyword, value]) => [keyword, allowMoreFieldsWithin(value)])
  )

const allowMoreFieldsWithin = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(allowMoreFieldsWithin)
    : typeof value === "object" && value !== null
      ? allowMoreFields({ ...value })
      : value
