// Generates what the client knows of the contract from its schemas: the types of bodies, and the same types as data, by
// which it checks them. The package needs no Effect for either.
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { errorCodes } from "../../src/api/bodies/ErrorCode.ts"
import { DrainingBody, HealthBody } from "../../src/api/bodies/ServiceBodies.ts"
import { ReadApi, type EndpointName } from "../../src/api/ReadApi.ts"
import { formatDocComment } from "../../src/api/typescript/DocComment.ts"
import { hookKinds } from "../../src/domain/hooks/HookEvent.ts"
import { HookMessage, toType } from "../../src/domain/hooks/HookMessage.ts"
import { Timestamp } from "../../src/domain/ledger/Timestamp.ts"
import { releaseStatuses } from "../../src/domain/release/ReleaseLines.ts"
import {
  Flags,
  MultipleCondition,
  Setting,
  SingleCondition,
  Territory,
  TerritoryCondition
} from "../../src/domain/taxonomy/Config.ts"
import { Bump, Shape } from "../../src/domain/taxonomy/Scalars.ts"
import type { Field, Fields } from "../../src/domain/vocabulary/Field.ts"
import { vocabulary } from "../../src/domain/vocabulary/Vocabulary.ts"

/** The endpoints that the client has a method for. */
export const clientEndpoints = (): ReadonlyArray<HttpApiEndpoint.Top> =>
  Object.values(ReadApi.groups)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .filter(({ identifier }) => !withoutMethod.has(identifier))

/** Documents, the proofs, which are about what another request returned, and questions that the client answers itself. */
const withoutMethod: ReadonlySet<string> = new Set<EndpointName>([
  "openapi",
  "docs",
  "releaseOpenapi",
  "validate",
  "migrate",
  "permits",
  "covers",
  "feed",
  "licenseProof",
  "dimensionsProof",
  "schemaProof"
])

/** The body of a method, which is the first of an endpoint, if it is JSON. */
export const bodyOf = ({ success: [body] }: HttpApiEndpoint.Top): AST.AST | undefined =>
  body === undefined || AST.isString(body.ast) ? undefined : body.ast

/** The bodies about the taxonomy. The health has more than one. */
const bodies = clientEndpoints().flatMap((endpoint) =>
  endpoint.identifier === "health" ? [] : (bodyOf(endpoint) ?? [])
)

const heading = "// Made by scripts/generate-docs.ts from src/api/bodies, with scripts/client/GenerateModel.ts."

/** Renders the module with the types of all bodies. */
export const renderModel = (): string => {
  const all = [...bodies, AnyHealth.ast, HookMessage.ast]
  const named = new Map(all.flatMap((ast) => namedIn(ast)).map((ast) => [nameOf(ast), ast]))
  return [
    heading,
    'import type { JsonObject, Localized, TaxonomyTypes, TranslatedTexts } from "./TaxonomyTypes.ts"',
    ...aliases.map(([name, text, schema]) => `${formatDocComment({ text })}\nexport ${declare(name, schema.ast)}`),
    `/** The types of a client without a type argument: any release. */
export interface AnyTaxonomy extends TaxonomyTypes {
  /** The settings of a license, by dimension name. */
  readonly config: Config
}`,
    ...[...named].map(
      ([name = "", ast]) =>
        `${formatDocComment({ text: texts[name] ?? AST.resolveDescription(ast) ?? "" })}\nexport ${declare(name, ast)}`
    )
  ].join("\n\n")
}

/** Renders the module with the types of all bodies, and with the codes of errors, as data. */
export const renderBodyTypes = (): string => {
  const all = [...bodies, HealthBody.ast, DrainingBody.ast]
  const named = new Map(all.flatMap((ast) => namedIn(ast)).map((ast) => [nameOf(ast) ?? "", ast]))
  const statuses = Object.entries(errorCodes).map(([code, { status }]) => `${JSON.stringify(code)}: ${status}`)
  return [
    heading,
    'import { checkpoint, condition, setting, translations, type BodyType, type Endpoint } from "./BodyType.ts"',
    ...[...named].flatMap(([name, ast]) =>
      name in knownTypes ? [] : [`export const ${constantOf(name)}: BodyType = ${renderData(ast)}`]
    ),
    `/** The status of every error code of the contract, the value of \`X-Error-Code\`. */
export const statusOfErrorCode = { ${statuses.join(", ")} } as const`
  ].join("\n\n")
}

/** The health of a running service, and of one that is shutting down. */
const AnyHealth = Schema.Struct({
  ...HealthBody.fields,
  status: Schema.Literals([...HealthBody.fields.status.literals, "draining"])
}).annotate({ identifier: "Health" })

/** Types without a name in the contract. */
const aliases: ReadonlyArray<readonly [name: string, doc: string, schema: Schema.Top]> = [
  ["Shape", "How a config sets a dimension: one code, a list of codes, a territory, or an object of booleans.", Shape],
  ["Territory", "A setting of a dimension with the shape `territory`.", Territory],
  ["Flags", "A setting of a dimension with the shape `flags`.", Flags],
  [
    "Setting",
    "The setting of a dimension, by its shape: a code for `single`, a list of codes for `multiple`, otherwise an object.",
    Setting
  ],
  ["MultipleCondition", "A condition on a list of codes. All its operators must hold.", MultipleCondition],
  ["SingleCondition", "A condition on a single code.", SingleCondition],
  ["TerritoryCondition", "A condition on a territory.", TerritoryCondition],
  ["ChangeBump", "How much a version must rise.", Bump],
  [
    "ReleaseStatus",
    "`current`: the newest release of its major. `superseded`: its major has a newer one. `withdrawn`: it was published " +
      "by mistake. `end-of-life`: an end of its major is recorded, which can still lie ahead. A newer service may send others.",
    Schema.Literals(releaseStatuses)
  ],
  [
    "DateAndReason",
    "When something was decided, and why. The end of a major can lie ahead.",
    Schema.Struct({ date: Timestamp, reason: Schema.String })
  ]
]

/** The names that differ from those in the contract. */
const names: Readonly<Record<string, string>> = { Schema: "TaxonomySchema" }

/** True if the type of a name depends on the release. */
export const isGeneric = (name: string): boolean => name in parameters

/** The parameters of types that depend on the release. */
const parameters: Readonly<Record<string, string>> = {
  Dimension: "<Code extends string = string>",
  ...Object.fromEntries(
    ["LicenseEntry", "License", "Licenses", "Dimensions", "TaxonomySchema"].map((name) => [
      name,
      "<T extends TaxonomyTypes = AnyTaxonomy>"
    ])
  )
}

const dimensionsByName = '{ readonly [name in keyof T["values"]]: Dimension<T["values"][name]> }'

/** The types of members that depend on the release, or that have a better type than their schema. */
const memberTypes: Readonly<Record<string, string>> = {
  "LicenseEntry.code": 'T["license"]',
  "LicenseEntry.config": 'T["config"]',
  "License.code": 'T["license"]',
  "License.config": 'T["config"]',
  "Licenses.licenses": "ReadonlyArray<LicenseEntry<T>>",
  "Dimension.values": "ReadonlyArray<Code>",
  "Dimensions.dimensions": dimensionsByName,
  "TaxonomySchema.dimensions": dimensionsByName,
  "TaxonomySchema.base_licenses": "ReadonlyArray<LicenseEntry<T>>",
  "ValidationRules.config_schema": "JsonObject",
  "WebhookMessage.type": [...hookKinds.map(toType), "taxonomy.test"].map((type) => JSON.stringify(type)).join(" | ")
}

/** What is said of types and members instead of the contract's descriptions, or for want of one. */
const texts: Readonly<Record<string, string>> = {
  Change:
    "One difference between two releases. `kind` says what changed, `before` and `after` how. A newer service may send " +
    "kinds that are not listed here, of which only `kind` and `bump` are certain.",
  License: "One base license, the result of `license(code)`.",
  LicenseEntry: "A base license in a list.",
  Licenses: "A list of base licenses, the result of `licenses(filter)`.",
  Dimensions: "All dimensions, the result of `dimensions()`.",
  TaxonomySchema: "The complete taxonomy, the result of `schema()`.",
  Changes: "The net changes between two releases, the result of `changes({ from, to })`.",
  Releases: "Every release of the taxonomy, the result of `releases()`.",
  Items: "Every item that the taxonomy ever had, the result of `items()`.",
  Conflict: "A conflict rule: a config that meets all of its conditions is invalid.",
  Condition: "A condition on the setting of a dimension. A missing setting meets no condition.",
  Deprecation: "The deprecation of an item. Absent if the item is not deprecated.",
  "ReleaseMeta.generated_at": "The time of publication: ISO 8601, UTC.",
  Health: "The health of the service, the result of `health()`.",
  status: "`degraded`: it serves, but could not load the newest release. `draining`: it is shutting down.",
  "Health.version": "The version of the server.",
  since: "The release that deprecated the item.",
  "Deprecation.replacement":
    "The same as references to items; absent if nothing replaces it, and in releases of format 1.",
  earliest_removal: "The first release and day on which it may be removed.",
  "DeprecatedItem.item": "`dimension`, `dimension/value`, or the code of a license.",
  "RemovedItem.item": "`dimension`, `dimension/value`, or the code of a license.",
  "RemovedItem.removed_in": "The release that removed it, `2.0.0`.",
  "Dimension.name": "The name for people. Configs use the key of the dimension.",
  "Dimensions.dimensions": "The dimensions, by name.",
  "TaxonomySchema.dimensions": "The dimensions, by name.",
  "WebhookMessage.type": "What happened. `taxonomy.test` is a message that the operator sent to try the address.",
  "WebhookMessage.data": "The event, and where to read it. A message of the type `taxonomy.test` has none of these.",
  "Item.kind": "The kind of the item. A newer service may send others.",
  _meta: "The release of this body, or the state of all releases that it was made from.",
  added_in: "The full version of the release that added it, or that brought it back.",
  after: "In `to`.",
  any_of: "It is one of these codes.",
  none_of: "It is none of these codes.",
  approved_by: "The person or the group that approved it.",
  base_licenses: "All base licenses.",
  before: "In `from`.",
  bump: "The version bump that it requires.",
  changes: "The changes.",
  code: "The identifier in filters and addresses.",
  config: "The granted settings, by dimension.",
  conflicts: "The conflict rules, by id.",
  contains: "The list contains this code.",
  contains_all: "The list contains all of these codes.",
  contains_none: "The list contains none of these codes.",
  contains_any: "The list contains at least one of these codes.",
  count: "Their number.",
  countries: "The countries, by code, or the condition on their list.",
  date: "ISO 8601, UTC.",
  definition: "The normative meaning, if the description is not enough.",
  deprecated: "Its deprecation; absent if it is not deprecated.",
  deprecation: "Its deprecation; absent if it is not deprecated.",
  deprecations: "All deprecated items.",
  description: "The description, one or two sentences.",
  dimension: "The name of the dimension.",
  empty: "True if the list must be empty, false if it must not.",
  equals: "It equals this code.",
  forbid: "The conditions, by dimension name.",
  from: "The release that the changes lead from.",
  generated_at: "The time of the newest publication or withdrawal: ISO 8601, UTC.",
  global: "True for the whole world.",
  id: "The id.",
  iri: "The IRI with which the IRIs of all items begin, ending in `/` or `#`; absent if the taxonomy has none.",
  items: "The items.",
  kind: "What changed.",
  label: "The short name, for people.",
  license: "The code of the license.",
  licenses: "The licenses.",
  name: "The name.",
  namespace: "The identifier of the taxonomy, for programs.",
  published_at: "The time of publication: ISO 8601, UTC.",
  reason: "The reason, for people.",
  release: "The full version, `1.0.0`.",
  releases: "The releases of all majors, the newest version first.",
  removed: "All items that were removed; absent in releases of format 1.",
  replaced_by: "The codes or names of its replacements; empty if nothing replaces it.",
  replacement: "Its replacement; absent if nothing replaces it.",
  replacement_mode: "`all_of`: the replacements replace it together. Absent if each of them does.",
  required: "True if every config must set it; of the rules, the dimensions that every config must set.",
  rule: "The id of the rule.",
  shape: "How a config sets it.",
  taxonomy_version: "The taxonomy version, `v1.0`, which is the one to display.",
  timestamp: "ISO 8601, UTC.",
  title: "The title, for people.",
  to: "The release that the changes lead to.",
  validation_rules: "The rules of a valid config.",
  value: "The code of the value.",
  value_details: "The meanings of the codes, by code.",
  values: "The values, in the editors' order.",
  version: "The taxonomy version, `v1.0`.",
  waivers: "The approved exceptions from the rules."
}

/** What the vocabulary says about its fields, by their names in bodies. */
const fieldTexts: ReadonlyMap<string, string> = new Map(
  Object.values<Fields>(vocabulary).flatMap((fields) =>
    Object.entries<Field>(fields).map(([name, { about, body = name }]) => [body, about] as const)
  )
)

/** Members that a newer service may send other texts for. */
const openMembers = new Set(["Release.status", "Item.kind"])

/** Members that any body may have, with literals that a newer server may add to. */
const openNames = new Set(["role", "unset"])

/** The types that a function of the domain checks, by name. */
const knownTypes: Readonly<Record<string, string>> = { Condition: "condition", Config: '["record", setting]' }

export const nameOf = (ast: AST.AST): string | undefined => {
  const name = AST.resolveIdentifier(ast)
  return name === undefined ? undefined : (names[name] ?? name)
}

export const constantOf = (name: string): string => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}Type`

/** The schemas of a schema that have a name, each after those that it uses. */
const namedIn = (ast: AST.AST): ReadonlyArray<AST.AST> => [
  ...partsOf(ast).flatMap(namedIn),
  ...(nameOf(ast) === undefined ? [] : [ast])
]

const partsOf = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  switch (ast._tag) {
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Union":
      return ast.types
    default:
      return []
  }
}

const declare = (name: string, ast: AST.AST): string =>
  ast._tag === "Objects"
    ? `interface ${name}${parameters[name] ?? ""} ${isLocalized(name, ast) ? "extends Localized " : ""}${renderMembers(name, ast)}`
    : `type ${name} = ${renderStructure(ast)}`

/** True for texts that the client translates. Snapshots show what the editors wrote. */
const isLocalized = (name: string, ast: AST.Objects): boolean =>
  !/Snapshot$|^Stated/.test(name) && ast.propertySignatures.some((member) => member.name === "translations")

/** The type of a schema: its name, if it has one. */
export const renderType = (ast: AST.AST): string =>
  nameOf(ast) ?? nameOfAlias.get(renderPlain(ast)) ?? renderStructure(ast)

const renderPlain = (ast: AST.AST): string => nameOf(ast) ?? renderStructure(ast, renderPlain)

const renderStructure = (ast: AST.AST, render = renderType): string => {
  switch (ast._tag) {
    case "Arrays":
      return ast.elements.length === 0
        ? `ReadonlyArray<${ast.rest.map(render).join()}>`
        : `readonly [${ast.elements.map(render).join(", ")}, ...Array<${ast.rest.map(render).join()}>]`
    case "Objects": {
      const members = translatedIn(ast)
      if (members !== undefined) return `TranslatedTexts<${members.map((name) => JSON.stringify(name)).join(" | ")}>`
      return `${isLocalized("", ast) ? "Localized & " : ""}${renderMembers("", ast, render)}`
    }
    case "Union":
      return ast.types.map(render).join(" | ")
    case "Literal":
      return JSON.stringify(ast.literal)
    default:
      return ast._tag.toLowerCase()
  }
}

const renderMembers = (
  owner: string,
  { indexSignatures, propertySignatures }: AST.Objects,
  render = renderType
): string => {
  const members = propertySignatures.map(({ name, type }) => {
    const path = `${owner}.${String(name)}`
    const own = nameOf(type) === undefined ? AST.resolveDescription(type) : undefined
    const description =
      type.context?.annotations?.description ?? own ?? texts[String(name)] ?? fieldTexts.get(String(name))
    const text = texts[path] ?? description
    if (text === undefined) throw new Error(`${path} has no description`)
    const doc = formatDocComment({ text })
    return `${doc}\nreadonly ${String(name)}${AST.isOptional(type) ? "?" : ""}: ${memberTypes[path] ?? render(type)}`
  })
  const index = indexSignatures.map(({ type }) => `/** By name. */\nreadonly [name: string]: ${render(type)}`)
  return `{\n${[...members, ...index].join("\n")}\n}`
}

/** The names of the texts in a record of translations, unless one is a list. */
const translatedIn = ({ indexSignatures: [index] }: AST.Objects): ReadonlyArray<string> | undefined =>
  index?.type._tag === "Objects" &&
  index.type.propertySignatures.every(({ type }) => AST.isOptional(type) && type._tag === "String")
    ? index.type.propertySignatures.map(({ name }) => String(name))
    : undefined

/** The type of a schema as data. */
const renderData = (ast: AST.AST, owner = nameOf(ast) ?? ""): string => {
  switch (ast._tag) {
    case "String":
      return '"string"'
    case "Boolean":
      return '"boolean"'
    case "Number":
      return '"whole number"'
    case "Literal":
      return `["of", ${JSON.stringify(ast.literal)}]`
    case "Arrays":
      return `["list", ${ast.rest.map(reference).join()}]`
    case "Union":
      return renderUnion(ast)
    case "Objects": {
      const [index] = ast.indexSignatures
      if (translatedIn(ast) !== undefined) return '["record", ["record", "string"]]'
      if (index?.type._tag === "Declaration") return '"object"'
      if (index !== undefined) return `["record", ${reference(index.type)}]`
      const members = ast.propertySignatures.map(({ name, type }) => {
        const isOpen = openMembers.has(`${owner}.${String(name)}`) || openNames.has(String(name))
        const key = `${String(name)}${AST.isOptional(type) ? "?" : ""}`
        const isTranslated = name === "translations" && isLocalized(owner, ast)
        return `${JSON.stringify(key)}: ${isOpen ? (type._tag === "Arrays" ? '["list", "string"]' : '"string"') : isTranslated ? "translations" : reference(type)}`
      })
      return `{ ${members.join(", ")} }`
    }
    default:
      throw new Error(`${owner} has a member of the type ${ast._tag}, which the client cannot check`)
  }
}

const reference = (ast: AST.AST): string => {
  const name = nameOf(ast)
  return name === undefined ? renderData(ast) : (knownTypes[name] ?? constantOf(name))
}

const renderUnion = ({ types }: AST.Union): string => {
  const members = types.flatMap((type) => (type._tag === "Union" ? type.types : [type]))
  if (members.some(({ _tag }) => _tag === "String")) {
    return members.some(({ _tag }) => _tag === "Null") ? '"string or null"' : "setting"
  }
  if (members.every(({ _tag }) => _tag !== "Objects")) {
    return `["of", ${members.map((type) => (type._tag === "Literal" ? JSON.stringify(type.literal) : "null")).join(", ")}]`
  }
  const kinds = members.map((type) => {
    const [kind, ...others] = type._tag === "Objects" ? type.propertySignatures : []
    const literal = kind?.type._tag === "Literal" ? JSON.stringify(kind.type.literal) : ""
    return `${literal}: ${renderData(new AST.Objects(others, []))}`
  })
  return `["kinds", { ${kinds.join(", ")} }, { kind: "string", bump: ${renderData(Bump.ast)}, "translations?": translations, "deprecation?": deprecationType }]`
}

// After what it needs.
const nameOfAlias = new Map(aliases.map(([name, , { ast }]) => [renderPlain(ast), name]))
