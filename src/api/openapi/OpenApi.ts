import * as EffectOpenApi from "effect/http-api/OpenApi"
import * as Records from "effect/Record"
import { endpointRoutes, type EndpointRoute } from "../EndpointRoutes.ts"
import { ReadApi } from "../ReadApi.ts"
import { selectBodies } from "./BodySelection.ts"
import { ComponentRegistry } from "./ComponentRegistry.ts"
import { apiDescription } from "./Description.ts"
import { sampleExamples } from "./Examples.ts"
import type {
  Components,
  Header,
  OpenApiDocument,
  OpenApiServer,
  Parameter,
  PathItem,
  Response
} from "./OpenApiDocument.ts"
import { describeParameter } from "./Parameters.ts"
import type { DescribedRelease } from "./release/DescribedRelease.ts"
import { releaseExamples } from "./release/ReleaseExamples.ts"
import { filterParameters, parameterOfRelease } from "./release/ReleaseParameters.ts"
import { withReleaseSchemas } from "./release/ReleaseSchemas.ts"
import { makeResponseExamples, responseExamples, type ResponseExamples } from "./ResponseExamples.ts"
import { describeResponses } from "./Responses.ts"
import { allowMoreFields, usedSchemas } from "./Schemas.ts"

export interface OpenApiOptions {
  /** Starts with a slash and does not end with one, such as `/api/taxonomy`. */
  readonly basePath: string
  /** The version of the server. */
  readonly serverVersion: string
  /** The address for requests of API keys. */
  readonly operatorEmail?: string | undefined
  /** The address for reports of compromised API keys. */
  readonly securityEmail?: string | undefined
  /** True to describe the bodies in the general envelope. Default: without it. */
  readonly envelope?: boolean
  /** The release whose dimensions and codes the document contains. Default: none, so it contains no names. */
  readonly release?: DescribedRelease
}

/** Renders the OpenAPI 3.1 document as JSON. The same options give the same text. */
export const openApiText = (options: OpenApiOptions): string => `${JSON.stringify(openApiDocument(options), null, 2)}\n`

/**
 * Makes the OpenAPI 3.1 document of the contract, with every header, error and example of every operation. CORS
 * preflights are described in prose: browsers send them, and generated clients would get a function for each.
 */
export const openApiDocument = ({
  basePath,
  envelope = false,
  operatorEmail,
  release,
  securityEmail,
  serverVersion
}: OpenApiOptions): OpenApiDocument => {
  const generated = generateContract()
  const examples = release === undefined ? sampleExamples : releaseExamples(release)
  const parts: Parts = {
    generated,
    envelope,
    examples: release === undefined ? responseExamples : makeResponseExamples(examples),
    parameters: new ComponentRegistry("parameters"),
    headers: new ComponentRegistry("headers"),
    responses: new ComponentRegistry("responses"),
    adaptParameter: (parameter) =>
      release === undefined ? parameter : parameterOfRelease(parameter, release, examples.license.code),
    filters: release === undefined ? [] : filterParameters(release.taxonomy.dimensions)
  }
  const paths = Object.fromEntries(endpointRoutes().map((route) => [route.path, pathItem(parts, route, basePath)]))
  const components = {
    securitySchemes: generated.components.securitySchemes,
    parameters: parts.parameters.toRecord(),
    headers: parts.headers.toRecord(),
    responses: parts.responses.toRecord()
  }
  const schemas = Records.map(sorted(generated.components.schemas), allowMoreFields)
  return {
    openapi: generated.openapi,
    info: {
      title: "Taxonomy Licensing Data Service",
      version: release === undefined ? serverVersion : `${serverVersion}+taxonomy.${release.version}`,
      description: apiDescription({ envelope, operatorEmail, release, securityEmail }),
      contact: operatorEmail === undefined ? { name: "The operator" } : { name: "The operator", email: operatorEmail },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" }
    },
    servers: [server(basePath, "The base address.")],
    security: [],
    tags: generated.tags.map(({ description, name }) => ({ name, description: description ?? name })),
    paths,
    components: {
      schemas: usedSchemas(release === undefined ? schemas : withReleaseSchemas(schemas, release.taxonomy), [
        paths,
        components
      ]),
      ...components
    } satisfies Components
  }
}

let contract: EffectOpenApi.OpenAPISpec | undefined

/** The contract as Effect describes it. Kept, since it takes longer than all that is added to it. */
const generateContract = (): EffectOpenApi.OpenAPISpec => (contract ??= EffectOpenApi.fromApi(ReadApi))

/** The parts that endpoints share. */
interface Parts {
  readonly generated: EffectOpenApi.OpenAPISpec
  readonly envelope: boolean
  readonly examples: ResponseExamples
  readonly parameters: ComponentRegistry<Parameter>
  readonly headers: ComponentRegistry<Header>
  readonly responses: ComponentRegistry<Response>
  readonly adaptParameter: (parameter: Parameter) => Parameter
  /** The parameters of endpoints that filter by dimensions. */
  readonly filters: ReadonlyArray<Parameter>
}

const server = (url: string, description: string): OpenApiServer & { readonly "x-internal": boolean } => ({
  url: url === "" ? "/" : url,
  description,
  "x-internal": false
})

const pathItem = (
  parts: Parts,
  { aboveBase, conditional, filters, keyed, path }: EndpointRoute,
  basePath: string
): PathItem => {
  const { components, paths } = parts.generated
  const generated = paths[path]?.get
  if (generated === undefined) throw new Error(`${path} has no description`)
  const selected = selectBodies(generated, components.schemas, parts.envelope)
  const { description = "", operationId, parameters, responses, security, summary = "", tags } = selected
  return {
    ...(aboveBase && {
      servers: [
        server(basePath.slice(0, basePath.lastIndexOf("/")), "One level above the base address."),
        server(basePath, "The base address.")
      ]
    }),
    get: {
      tags,
      operationId,
      summary,
      description,
      security,
      parameters: [
        ...parameters
          .map(describeParameter)
          .map(parts.adaptParameter)
          .map((parameter) => parts.parameters.register(parameter.name, parameter)),
        ...(filters ? parts.filters : [])
      ],
      responses: describeResponses(parts, { keyed, conditional }, responses, parts.examples)
    }
  }
}

const sorted = <A>(record: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
