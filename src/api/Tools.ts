import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Records from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { isObject } from "../domain/Json.ts"
import { nearestNames } from "../domain/taxonomy/Suggestion.ts"
import type { ErrorCode } from "./bodies/ErrorCode.ts"
import { endpointRoute, type EndpointRoute } from "./EndpointRoutes.ts"
import { Purpose } from "./endpoints/Answers.ts"
import { taxonomyEndpoints } from "./endpoints/TaxonomyEndpoints.ts"
import type { JsonSchema } from "./openapi/OpenApiDocument.ts"
import { usedSchemas } from "./openapi/Schemas.ts"

/** The endpoints that are tools of agents, in the order of their use: each answers about one thing, or in pages. */
const toolNames = [
  "search",
  "license",
  "dimension",
  "value",
  "validate",
  "migrate",
  "permits",
  "covers",
  "changes"
] as const

/** An endpoint as a tool: its arguments have the names in the path and the query, and it answers with the body. */
export interface EndpointTool {
  readonly endpoint: EndpointRoute
  readonly title: string
  readonly description: string
  readonly input: ObjectSchema
  readonly output: ObjectSchema
}

/** The JSON Schema of an object. */
interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: ReadonlyArray<string>
}

/** Describes all tools. */
export const describeTools = (): ReadonlyArray<EndpointTool> =>
  toolNames.map((name) => {
    const endpoint: HttpApiEndpoint.Top = taxonomyEndpoints.endpoints[name]
    const { description, summary } = Context.get(endpoint.annotations, Purpose)
    return {
      endpoint: endpointRoute(name),
      title: summary,
      description,
      input: inputOf(endpoint, endpointRoute(name).query),
      output: outputOf(endpoint)
    }
  })

/** The parameters of a request, without those that only HTTP needs. Their examples are of an invented taxonomy. */
const inputOf = ({ params, query }: HttpApiEndpoint.Top, fields: EndpointRoute["query"]): ObjectSchema => {
  const parts = [params, query].map((schema) =>
    objectOf(schema === undefined ? {} : Schema.toJsonSchemaDocument(Schema.toType(schema)).schema)
  )
  const isArgument = (name: string): boolean => name !== "api_version" && name !== "envelope"
  const properties = parts.flatMap(({ properties }) => Object.entries(properties))
  return {
    type: "object",
    properties: Object.fromEntries(
      properties
        .filter(([name]) => isArgument(name))
        .map(([name, property]) => {
          const field = fields[name]
          const isJson = field !== undefined && SchemaAST.resolve(field)?.["json"] === true
          return [
            name,
            isJson
              ? { type: "object", description: property["description"] }
              : Records.filter(property, (_, keyword) => keyword !== "examples")
          ]
        })
    ),
    required: parts.flatMap(({ required }) => required).filter(isArgument),
    additionalProperties: false
  }
}

/** The schema of the body without its texts, which the OpenAPI document has: an agent may read all schemas at once. */
const outputOf = ({ success }: HttpApiEndpoint.Top): ObjectSchema => {
  const body = [...success].find(({ ast }) => SchemaAST.resolveIdentifier(ast) !== undefined)
  const { [(body && SchemaAST.resolveIdentifier(body.ast)) ?? ""]: root = {}, ...others } =
    body === undefined ? {} : Schema.toJsonSchemaDocument(body).definitions
  const schema = objectOf(structureOf(root))
  const definitions = Records.map(others, (other) => {
    const structure = structureOf(other)
    return JSON.stringify(structure).length > maxDefinitionLength ? { type: "object" } : structure
  })
  return { ...schema, $defs: usedSchemas(definitions, [schema], "#/$defs/") }
}

/** The changes of all kinds, the longest schema by far, have 37,000 characters. */
const maxDefinitionLength = 4000

const objectOf = ({ properties = {}, required = [], ...schema }: JsonSchema): ObjectSchema => ({
  ...schema,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON Schema defines both keywords
  ...({ properties, required } as Pick<ObjectSchema, "properties" | "required">)
})

const structureOf = ({ allOf, ...schema }: JsonSchema): JsonSchema => {
  // A reference with a description of its own.
  const [part]: ReadonlyArray<unknown> = Array.isArray(allOf) ? allOf : []
  const reference = isObject(part) && "$ref" in part ? { $ref: part["$ref"] } : {}
  const structure = Object.entries(schema)
    .filter(([keyword]) => structuralKeywords.has(keyword))
    .map(([keyword, value]) => [
      keyword,
      keyword === "properties" && isObject(value) ? Records.map(value, structureWithin) : structureWithin(value)
    ])
  return { ...Object.fromEntries(structure), ...reference }
}

const structureWithin = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(structureWithin) : isObject(value) ? structureOf(value) : value

const structuralKeywords: ReadonlySet<string> = new Set([
  "$ref",
  "additionalProperties",
  "anyOf",
  "enum",
  "items",
  "properties",
  "required",
  "type"
])

/** The request that a call of a tool stands for. */
export interface ToolRequest {
  readonly endpoint: EndpointRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
}

/** Why a tool gives no answer: an error of the interface, or one that only tools have. */
export interface ToolProblem {
  readonly code: ErrorCode | "answer-too-large" | "service-unreachable"
  readonly detail: string
  readonly parameter?: string
  readonly suggestions?: ReadonlyArray<string>
}

/**
 * Makes the request of a call. `version` is the release that is read if the call names none; the major of the release is
 * the API version. What the arguments contain is judged by the endpoint, their names are judged here.
 */
export const toToolRequest = (
  { endpoint, input: { properties, required } }: EndpointTool,
  given: Readonly<Record<string, unknown>>,
  version: string
): Result.Result<ToolRequest, ToolProblem> => {
  const names = Object.keys(properties)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const suggestions = nearestNames(unknown, names)
    const [hint = `The arguments are ${names.join(", ")}`] = suggestions.map((name) => `Did you mean '${name}'?`)
    const detail = `Unknown argument '${unknown}'. ${hint}`
    return Result.fail({ code: "parameter-unknown", detail, parameter: unknown, suggestions })
  }
  // The major alone is the path, and a day selects a release by itself.
  const pins = names.includes("version") && version.includes(".") && given["as_of"] === undefined
  const args: Readonly<Record<string, unknown>> = pins ? { version, ...given } : given
  const missing = required.find((name) => args[name] === undefined || args[name] === "")
  if (missing !== undefined) {
    return Result.fail({
      code: "parameter-missing",
      detail: `The argument '${missing}' is missing`,
      parameter: missing
    })
  }
  const [selected, usual] = [args["version"], version].map((selector) => /^v?(\d+)/.exec(String(selector))?.[1])
  const query = endpoint.parameters.flatMap((name) => {
    const value = args[name]
    if (value === undefined) return []
    const values: ReadonlyArray<unknown> =
      Array.isArray(value) && properties[name]?.["type"] === "array" ? value : [value]
    return values.map((one) => [name, textOf(one)] as const)
  })
  const path = required.filter((name) => !endpoint.parameters.includes(name)).map((name) => [name, textOf(args[name])])
  return Result.succeed({
    endpoint,
    params: { api_version: `v${selected ?? usual ?? 1}`, ...Object.fromEntries(path) },
    query
  })
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** The path and the query below the base address of a server. */
export const targetOf = ({ endpoint, params, query }: ToolRequest): string => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return search === "" ? path : `${path}?${search}`
}
