import * as EffectOpenApi from "effect/http-api/OpenApi"
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
  /** Such as `/api/taxonomy`: begins with a slash and does not end in one. */
  readonly basePath: string
  /** The service's own version. */
  readonly serverVersion: string
  /** Where keys are issued. */
  readonly operatorEmail?: string | undefined
  /** Whom to tell of a compromised key. */
  readonly securityEmail?: string | undefined
}

/** The OpenAPI 3.1 document as JSON. The same options give the same text. */
export const openApiText = (options: OpenApiOptions): string => `${JSON.stringify(openApiDocument(options), null, 2)}\n`

/** The OpenAPI 3.1 document of the interface, with every header, error and example on every operation. */
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
      schemas: byName(generated.components.schemas, open),
      securitySchemes: generated.components.securitySchemes,
      parameters: registries.parameters.all(),
      headers: registries.headers.all(),
      responses: registries.responses.all()
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
  if (generated === undefined) throw new Error(`There is no description of ${path}`)
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

/** OPTIONS needs no key and does the same everywhere. */
const preflight = ({ operationId, parameters, responses, tags }: Operation, registries: Registries, path: string) => ({
  tags,
  operationId: `${operationId}Preflight`,
  summary: `Ask ahead: ${path}`,
  description: "Answers what scripts of other origins may do at this path.",
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

const byName = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(
    Object.entries(record)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => [name, change(value)])
  )

/** Bodies may get more fields within an API version (service spec, 9.4), so none is closed. */
const open = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === "additionalProperties" && value === false))
      .map(([keyword, value]) => [keyword, opened(value)])
  )

const opened = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(opened) : typeof value === "object" && value !== null ? open({ ...value }) : value
