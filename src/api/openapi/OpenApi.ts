import * as HttpApi from "effect/http-api/HttpApi"
import * as EffectOpenApi from "effect/http-api/OpenApi"
import { isNotUndefined } from "effect/Predicate"
import * as Records from "effect/Record"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaRepresentation from "effect/SchemaRepresentation"
import { HookMessage } from "../../domain/hooks/HookMessage.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { ProblemBody } from "../bodies/ErrorBodies.ts"
import { endpointRoutes, type EndpointRoute } from "../EndpointRoutes.ts"
import { ReadApi } from "../ReadApi.ts"
import {
  filterParameters,
  parameterOfRelease,
  releaseExamples,
  withReleaseSchemas,
  type DescribedRelease
} from "./DescribedRelease.ts"
import { sampleExamples } from "./Examples.ts"
import type {
  Components,
  HeaderObject,
  JsonSchema,
  OpenApiDocument,
  OpenApiServer,
  Parameter,
  PathItem,
  Response
} from "./OpenApiDocument.ts"
import { makeResponseExamples, responseExamples, type ResponseExamples } from "./ResponseExamples.ts"
import { ComponentRegistry, describeResponses } from "./Responses.ts"
import { allowMoreFields, identifiersIn, joinEqualSchemas, schemaReference, usedSchemas } from "./Schemas.ts"
import { describeWebhooks, webhookTag } from "./Webhooks.ts"

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

/** Renders the OpenAPI 3.1 document as JSON, on one line. The same options give the same text. */
export const openApiText = (options: OpenApiOptions): string => `${JSON.stringify(openApiDocument(options))}\n`

/**
 * Makes the OpenAPI 3.1 document of the contract, with every header, error and example of every operation. CORS
 * preflights are described in prose: browsers send them, and generated clients would get a function for each.
 */
export const openApiDocument = (options: OpenApiOptions): OpenApiDocument => {
  const { basePath, envelope = false, operatorEmail, release, serverVersion } = options
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
  const webhooks = describeWebhooks(parts.parameters)
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
      description: apiDescription(options),
      contact: operatorEmail === undefined ? { name: "The operator" } : { name: "The operator", email: operatorEmail },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" }
    },
    servers: [server(basePath, "The base address.")],
    security: [],
    tags: [...generated.tags.map(({ description, name }) => ({ name, description: description ?? name })), webhookTag],
    paths,
    webhooks,
    components: {
      schemas: usedSchemas(release === undefined ? schemas : withReleaseSchemas(schemas, release.taxonomy), [
        paths,
        webhooks,
        components
      ]),
      ...components
    } satisfies Components
  }
}

let contract: EffectOpenApi.OpenAPISpec | undefined

/** The contract as Effect describes it. Kept, since it takes longer than all that is added to it. */
const generateContract = (): EffectOpenApi.OpenAPISpec => {
  if (contract !== undefined) return contract
  const api = ReadApi.annotate(HttpApi.AdditionalSchemas, otherSchemas)
  contract = joinEqualSchemas(EffectOpenApi.fromApi(api, { referencePolicy }))
  return contract
}

/** Any error can have the form of a problem, so the endpoints do not repeat it. */
const otherSchemas = [ProblemBody, HookMessage]

/** Names what has an identifier, and parts that many bodies share: their annotation `component` is for this document alone. */
const referencePolicy: SchemaRepresentation.ReferencePolicy = ({ ast, identifier }) => {
  const component = identifier ?? SchemaAST.resolve(ast)?.["component"]
  return typeof component === "string" ? component : undefined
}

/** The parts that endpoints share. */
interface Parts {
  readonly generated: EffectOpenApi.OpenAPISpec
  readonly envelope: boolean
  readonly examples: ResponseExamples
  readonly parameters: ComponentRegistry<Parameter>
  readonly headers: ComponentRegistry<HeaderObject>
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
  { aboveBase, conditional, filters, keyed, path, query }: EndpointRoute,
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
          .map((parameter) => describeParameter(parameter, query[parameter.name]))
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

/** The parameters and responses of an endpoint, as Effect describes them. */
type Described = Pick<EffectOpenApi.OpenAPISpecOperation, "parameters" | "responses">

/**
 * Describes an endpoint for clients that never ask for the general envelope, or for those that always do. A document
 * with both gives generated clients a union of two bodies for every response, although the client knows which one it
 * asked for. Endpoints without an envelope stay as they are.
 */
const selectBodies = <Operation extends Described>(
  operation: Operation,
  schemas: EffectOpenApi.OpenAPIComponents["schemas"],
  envelope: boolean
): Operation => {
  const ok = operation.responses[200]
  const bodies = Object.values(ok?.content ?? {}).flatMap(({ schema }) => identifiersIn(schema))
  const enveloped = bodies.find((name) => bodies.includes(name.replace(/Envelope$/, "")) && name.endsWith("Envelope"))
  if (ok === undefined || enveloped === undefined) return operation
  const selected = envelope ? enveloped : enveloped.replace(/Envelope$/, "")
  const description = schemas[selected]?.["description"]
  const { 200: _, 304: notModified, ...errors } = operation.responses
  return {
    ...operation,
    parameters: operation.parameters
      // An envelope has no entity tag.
      .filter(({ name }) => name !== (envelope ? "if-none-match" : "envelope"))
      .map((parameter) => (parameter.name === "envelope" ? alwaysTrue(parameter) : parameter)),
    responses: {
      200: {
        ...ok,
        description: typeof description === "string" ? description : ok.description,
        content: { "application/json": { schema: schemaReference(selected) } }
      },
      ...(!envelope && isNotUndefined(notModified) && { 304: notModified }),
      ...errors
    }
  }
}

const jsonSchemaOf = (declared: SchemaAST.AST): JsonSchema =>
  Schema.toJsonSchemaDocument(Schema.make(SchemaAST.toType(declared))).schema

const alwaysTrue = (parameter: EffectOpenApi.OpenAPISpecParameter): EffectOpenApi.OpenAPISpecParameter => ({
  ...parameter,
  required: true,
  schema: { ...parameter.schema, enum: ["true"] }
})

/** Describes a parameter of the contract: a number as a number, although it is text in the query. */
const describeParameter = (
  { in: place, name, required, schema }: EffectOpenApi.OpenAPISpecParameter,
  declared: SchemaAST.AST | undefined
): Parameter => {
  const isText = declared?.encoding === undefined
  const { description, examples, ...form }: JsonSchema = isText ? { ...schema } : jsonSchemaOf(declared)
  if (place === "cookie" || typeof description !== "string" || !Array.isArray(examples)) {
    throw new Error(`The parameter ${name} needs a description and an example`)
  }
  return {
    name: place === "header" ? headerName(name) : name,
    in: place,
    description,
    required,
    schema: form,
    example: examples[0]
  }
}

/** Capitalizes a header name as usual. Header names are case-insensitive (RFC 9110, 5.1). */
const headerName = (name: string): string =>
  name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace(/-Id$/, "-ID")

/** The rules of every endpoint, in Markdown paragraphs. Unknown e-mail addresses are left out. */
const apiDescription = ({ envelope = false, operatorEmail, release, securityEmail }: OpenApiOptions): string =>
  `A read-only interface to the releases of a taxonomy for licensing a person's name, image and likeness.

${release === undefined ? publicScope : releaseScope(release)}

**Keys.** Send \`Authorization: Bearer <API_KEY>\`. The operator${operatorEmail === undefined ? "" : ` (${operatorEmail})`} issues and revokes keys. Use them on servers only.${securityEmail === undefined ? "" : ` Report a compromised key to ${securityEmail}.`}

**Methods.** Only GET and OPTIONS are allowed. Requests have no body. Paths are case-sensitive and have no trailing slash.

**Browsers.** Scripts of every origin may call and read the headers that \`Access-Control-Expose-Headers\` lists. OPTIONS is for CORS preflights, which browsers send by themselves: it needs no key, and every path answers it with 204 for a day. Scripts may send \`Authorization\`, \`Content-Type\` and \`Accept\`, but no other header of their own.

**Versions.** The path contains the version of the API: \`v1\` serves the taxonomy releases 1.x. \`?version=\` selects one of them; the default is the newest. The lists of all releases and of all items take no version, and are the same for every API version. \`changes\` compares any two releases, \`?from=\` and \`?to=\`. \`X-Latest-Version\` and \`X-Upgrade-Available\` announce newer ones, \`X-Latest-Compatible-Version\` the newest of the same major.

**Envelope.** ${envelope ? envelopeAlways : envelopeOnRequest}

**Deprecation.** Responses that use a deprecated item have the header \`X-Deprecation-Warning\`. The item stays for at least two minor versions and six months, and the next major version may remove it. A request for a removed item gets 400 with \`X-Replaced-By\` and \`X-Replacement-Mode\`.

**Limits.** Each key has an hourly and a daily request limit. The \`X-RateLimit-*\` headers show the remaining requests; a 429 has \`Retry-After\`. A 304 to the entity tag of the schema, the list of all dimensions or a license does not count.

**Caching.** Clients may cache data for an hour. Send its \`ETag\` in \`If-None-Match\` to revalidate it.

**Errors.** Every error has a stable code in \`X-Error-Code\`; decide by it and by the status. The body is a JSON object with \`error\` and, except for removed items, \`message\`, both for people. \`Accept: application/problem+json\` gets problem details (RFC 9457) with the code, suggestions and replacements as data. Report \`X-Request-ID\` to the operator.`

const publicScope =
  "This document is for every release, so it names nothing of the taxonomy: all names and codes in the examples are " +
  "invented. To generate a client, get `/{api_version}/openapi.json` with your API key. That document has the dimensions " +
  "of a release as filters, and their codes as types."

const releaseScope = ({ published_at, taxonomy, version }: DescribedRelease): string =>
  `This document describes ${published_at === undefined ? "the proposed release" : "release"} ${version} of "${taxonomy.title}": its dimensions are the filters of the list of ` +
  "licenses, and all of its codes are types. Later releases of the same API version can add codes. Send " +
  `\`version=${shortName(version)}\` with each request for responses that have no others. The examples of releases, ` +
  "items, changes and webhooks are invented."

const envelopeOnRequest =
  "`?envelope=true` wraps any body of the taxonomy as `{version, data, _meta: {timestamp, request_id}}`. This document " +
  "describes the bodies without it. `?envelope=true` on the address of this document gives the one for clients that " +
  "always ask for the envelope."

const envelopeAlways =
  "This document is for clients that send `envelope=true` with each request for data of the taxonomy, and then get its " +
  "body in the general envelope, without an entity tag."
