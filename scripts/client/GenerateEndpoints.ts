// Generates the methods of the client from the endpoints of the contract: their types, and their requests as data.
import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import * as AST from "effect/SchemaAST"
import { ApiKeySecurity } from "../../src/api/endpoints/TaxonomyEndpoints.ts"
import { formatDocComment } from "../../src/api/typescript/DocComment.ts"
import { bodyOf, clientEndpoints, constantOf, isGeneric, nameOf, renderType } from "./GenerateModel.ts"

/** Renders the module with the types of the methods. */
export const renderMethods = (): string => {
  const bodies = [...new Set(clientEndpoints().flatMap((endpoint) => bodyNameOf(endpoint) ?? []))]
  return [
    "// Made by scripts/generate-docs.ts from src/api/endpoints, with scripts/client/GenerateEndpoints.ts.",
    `import type { CallOptions, LicenseFilterOf } from "../options/ClientOptions.ts"
import type { AnyTaxonomy, Change, ${bodies.join(", ")} } from "./Model.generated.ts"
import type { ResponsePromise } from "./ResponsePromise.ts"
import type { TaxonomyTypes } from "./TaxonomyTypes.ts"`,
    ...clientEndpoints().flatMap((endpoint) => declareQuery(endpoint) ?? []),
    `/** The methods that request one endpoint each. */
export interface EndpointMethods<T extends TaxonomyTypes = AnyTaxonomy> {
${clientEndpoints().map(declareMethod).join("\n")}
}`
  ].join("\n\n")
}

/** Renders how the methods request their endpoints. */
export const renderEndpoints = (): string =>
  `/** How the methods request their endpoints. */
export const endpoints: Readonly<Record<${clientEndpoints()
    .map(({ identifier }) => JSON.stringify(identifier))
    .join(" | ")}, Endpoint>> = { ${clientEndpoints().map(renderEndpoint).join(", ")} }`

/** The parameters that are no arguments: the client has an option for the version, and reads no envelopes. */
const ownParameters: ReadonlySet<string> = new Set(["version", "as_of", "envelope"])

/** The comments of methods for which those of the contract say too much of HTTP, or too little. */
const texts: Readonly<Record<string, string>> = {
  licenses: "Lists all base licenses, or those whose config has the given values.",
  license:
    "Gets one base license. Rejects with `NotFound` for an unknown code, and with `CodeRemoved` for the code of a " +
    "removed license.",
  dimensions: "Gets all dimensions with their values.",
  schema: "Gets the complete taxonomy, with the rules that `validateConfig` checks.",
  releases: "Lists every release of the taxonomy, of all majors. The version that the client is for does not matter.",
  items: "Lists every item that any release ever had: when it was added, deprecated and removed, and what replaces it.",
  changes: "Lists the net changes that lead from one release to another, with what replaces removed items.",
  checkpoint:
    "Gets the checkpoint: the signed state of the log, a text. Keep it to see later if the history only grew. Sends no " +
    "API key. Rejects with `NotFound` if the log is not signed.",
  health: "Gets the health of the service. Sends no API key and does not count against the rate limit."
}

/** The types of arguments that depend on the release. */
const argumentTypes: Readonly<Record<string, string>> = { license_code: 'T["license"]' }

/** What is said of parameters instead of the contract's descriptions. */
const parameterTexts: Readonly<Record<string, string>> = {
  "ChangesQuery.from": "The release that the changes lead from: `v1.0`, `v1.0.0`, `v1` or `latest`, of any major.",
  "ChangesQuery.to": "The release that they lead to, older or newer. Default: the newest release of the API version.",
  "ChangesQuery.kind": "The kinds of change, such as `value-removed`. Default: all.",
  "ChangesQuery.dimension":
    "The names of dimensions, which select changes of themselves and of their values. Default: all."
}

/** The types of parameters that have a shorter name. */
const parameterTypes: Readonly<Record<string, string>> = { "ChangesQuery.kind": 'Change["kind"]' }

/** What the client checks of texts. */
const textTypes: Readonly<Record<string, string>> = { checkpoint: "checkpoint" }

const docOf = ({ annotations, identifier }: HttpApiEndpoint.Top): string => {
  const summary = Context.getOrUndefined(annotations, OpenApi.Summary) ?? identifier
  const description = Context.getOrUndefined(annotations, OpenApi.Description) ?? ""
  return formatDocComment({ text: texts[identifier] ?? `${summary}. ${description}` })
}

/** The name of the type of the body; `undefined` for a text. */
const bodyNameOf = (endpoint: HttpApiEndpoint.Top): string | undefined => {
  const body = bodyOf(endpoint)
  return body === undefined ? undefined : nameOf(body)
}

const isOptional = ({ type }: AST.PropertySignature): boolean => AST.isOptional(type)

/** The parameters of the query that a caller chooses. */
const parametersOf = ({ query }: HttpApiEndpoint.Top) => {
  const ast = query?.ast
  if (ast === undefined || !AST.isObjects(ast)) return { isOpen: false, isOfRelease: false, parameters: [] }
  return {
    isOpen: ast.indexSignatures.length > 0,
    isOfRelease: ast.propertySignatures.some(({ name }) => name === "version"),
    parameters: ast.propertySignatures.filter(({ name }) => !ownParameters.has(String(name)))
  }
}

const pathParametersOf = ({ path }: HttpApiEndpoint.Top): ReadonlyArray<string> =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name = ""]) => (name === "api_version" ? [] : [name]))

const queryTypeOf = (identifier: string): string => `${identifier.slice(0, 1).toUpperCase()}${identifier.slice(1)}Query`

const declareQuery = (endpoint: HttpApiEndpoint.Top): string | undefined => {
  const { isOpen, parameters } = parametersOf(endpoint)
  if (isOpen || parameters.length === 0) return undefined
  const owner = queryTypeOf(endpoint.identifier)
  const members = parameters.map((parameter) => {
    const path = `${owner}.${String(parameter.name)}`
    const text = parameterTexts[path] ?? AST.resolveDescription(parameter.type)
    if (text === undefined) throw new Error(`${path} has no description`)
    const type = renderParameter(parameter.type, parameterTypes[path])
    const name = `${String(parameter.name)}${isOptional(parameter) ? "?" : ""}`
    return `${formatDocComment({ text })}\nreadonly ${name}: ${type}${isOptional(parameter) ? " | undefined" : ""}`
  })
  return `/** The parameters of \`${endpoint.identifier}()\`. */\nexport interface ${owner} {\n${members.join("\n")}\n}`
}

/** A list may be one value alone. */
const renderParameter = (ast: AST.AST, short: string | undefined): string => {
  if (!AST.isArrays(ast)) return short ?? renderType(ast)
  const element = short ?? ast.rest.map(renderType).join()
  return `${element} | ReadonlyArray<${element}>`
}

const declareMethod = (endpoint: HttpApiEndpoint.Top): string => {
  const { isOpen, parameters } = parametersOf(endpoint)
  const body = bodyNameOf(endpoint)
  const hasQuery = parameters.length > 0
  const queryArgument = `query${parameters.every(isOptional) ? "?" : ""}: ${queryTypeOf(endpoint.identifier)}`
  const methodArguments = [
    ...pathParametersOf(endpoint).map((name) => `${name.replace(/^.*_/, "")}: ${argumentTypes[name] ?? "string"}`),
    ...(isOpen ? ["filter?: LicenseFilterOf<T>"] : hasQuery ? [queryArgument] : []),
    "options?: CallOptions"
  ]
  const result = body === undefined ? "string" : `${body}${isGeneric(body) ? "<T>" : ""}`
  return `${docOf(endpoint)}\nreadonly ${endpoint.identifier}: (${methodArguments.join(", ")}) => ResponsePromise<${result}>`
}

const renderEndpoint = (endpoint: HttpApiEndpoint.Top): string => {
  const { isOfRelease, isOpen, parameters } = parametersOf(endpoint)
  const body = bodyNameOf(endpoint)
  const facts = {
    path: JSON.stringify(endpoint.path.replaceAll(/:(\w+)/g, "{$1}")),
    query: isOpen
      ? '"any"'
      : JSON.stringify(parameters.map(({ name, type }) => `${String(name)}${AST.isOptional(type) ? "?" : ""}`)),
    type: body === undefined ? (textTypes[endpoint.identifier] ?? '"string"') : constantOf(body),
    isText: body === undefined,
    isKeyed: endpoint.middlewares.has(ApiKeySecurity),
    isOfRelease
  }
  return `${endpoint.identifier}: { ${Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ")} }`
}
