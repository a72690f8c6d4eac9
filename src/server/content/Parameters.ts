import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import type { ProblemFacts } from "../../api/bodies/ErrorBodies.ts"
import { VersionSelector } from "../../api/parameters/TaxonomyVersion.ts"
import { findJsonError } from "../../domain/JsonError.ts"
import { findRemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { dimensionRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { makeLicenseFilter, type LicenseCriteria } from "../../domain/taxonomy/LicenseFilter.ts"
import { nearestNames } from "../../domain/taxonomy/Suggestion.ts"
import { shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf, valuesByCode } from "../../domain/vocabulary/Snapshot.ts"
import { releaseHeaders, type ApiVersion, type ServedRelease } from "../catalog/Catalog.ts"
import { removedItemReply, requestError, vary } from "../response/ErrorReplies.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import { missingLinks, versionLinks } from "./Links.ts"
import { textOf, type ContentRequest, type Lookup } from "./Lookup.ts"
import { malformedVersion, selectVersionOfAnyMajor, type SelectionProblem } from "./VersionSelection.ts"

/**
 * The error of a request whose path or query does not have the form of the contract: what it names and what is expected
 * are read from the schema. `find` says what is wrong with a name that only a release knows, such as the code of a license
 * or a dimension in a filter.
 */
export const parameterProblem = (
  { cause, kind }: HttpApiSchemaError,
  { endpoint: { filters, keyed, parameters, query }, query: sent }: ContentRequest,
  pathNotFound: Reply,
  find: () => Reply | undefined
): Reply => {
  const [first = "", ...position] = pathOf(cause.issue)
  const name = String(first)
  // Another segment in the place of the version is part of an unknown path.
  if (kind !== "Query") return (name === "api_version" ? undefined : find()) ?? pathNotFound
  const headers = keyed ? vary : {}
  const value = sent[name]
  const field = query[name]
  if (value === undefined) {
    const message = `The query parameter '${name}' is missing. Give a value${exampleOf(field)}`
    return requestError("parameter-missing", message, headers, { parameter: name })
  }
  if (field === undefined) {
    return (filters ? find() : undefined) ?? unknownParameter(name, parameters, headers)
  }
  if (isVersion(field) && typeof value === "string") {
    return problemReply(malformedVersion(value), name)
  }
  const { facts, message } =
    typeof value !== "string" && !SchemaAST.isArrays(SchemaAST.toEncoded(field))
      ? { message: `The query parameter '${name}' is given more than once`, facts: {} }
      : describeMalformed(name, [value].flat().map(String), field, position.length === 0)
  return requestError("parameter-malformed", message, headers, { parameter: name, ...facts })
}

/** The text of an error and what it is about. */
export interface Described {
  readonly message: string
  readonly facts: ProblemFacts
}

const pathOf = (issue: SchemaIssue.Issue): ReadonlyArray<PropertyKey> => {
  switch (issue._tag) {
    case "Pointer":
      return [...issue.path, ...pathOf(issue.issue)]
    case "Composite":
    case "AnyOf":
      return issue.issues[0] === undefined ? [] : pathOf(issue.issues[0])
    case "Encoding":
    case "Filter":
      return pathOf(issue.issue)
    default:
      return []
  }
}

/** An example of a version. Those of configs and codes are of an invented taxonomy, which this server refuses. */
const exampleOf = (field: SchemaAST.AST | undefined): string => {
  const examples = field && isVersion(field) ? SchemaAST.resolve(field)?.["examples"] : undefined
  return Array.isArray(examples) ? ` such as ${String(examples[0])}` : ""
}

const isVersion = ({ checks }: SchemaAST.AST): boolean => checks?.[0] === VersionSelector.ast.checks?.[0]

/** What is wrong with values that do not have the form of their parameter, or with all of them together. */
const describeMalformed = (
  name: string,
  values: ReadonlyArray<string>,
  field: SchemaAST.AST,
  ofAll: boolean
): Described => {
  const list = SchemaAST.isArrays(field) && !ofAll ? field : undefined
  const form = list?.rest[0] ?? field
  const known = literalsOf(form)
  if (known.length > 2) {
    const value = values.find((value) => !known.includes(value)) ?? ""
    return unknownValue(name, value, new Set(known), `Choose one of ${known.join(", ")}`)
  }
  if (list !== undefined && values.some((value) => /[,|; ]/.test(value))) {
    const message = `The query parameter '${name}' has a malformed value. Repeat the parameter for several values`
    return { message, facts: {} }
  }
  const expected = known.length > 0 ? known.join(" or ") : (expectedOf(form) ?? "well-formed")
  return { message: `The query parameter '${name}' must be ${expected}${jsonErrorIn(values, form)}`, facts: {} }
}

/** A sentence about where the value of a parameter that is JSON stops being JSON. */
const jsonErrorIn = ([value = ""]: ReadonlyArray<string>, form: SchemaAST.AST): string => {
  const found = SchemaAST.resolve(form)?.["json"] === true ? findJsonError(value) : undefined
  return found === undefined ? "" : `. Expected ${found.expected} in line ${found.line}, column ${found.column}`
}

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isUnion(ast)
    ? ast.types.flatMap(literalsOf)
    : SchemaAST.isLiteral(ast) && typeof ast.literal === "string"
      ? [ast.literal]
      : []

/** What the checks of a schema expect, such as `entity tags, or *`. */
const expectedOf = ({ checks }: SchemaAST.AST): string | undefined => {
  const expected = checks?.findLast(({ annotations }) => annotations?.["expected"] !== undefined)?.annotations?.[
    "expected"
  ]
  return typeof expected === "string" ? expected : undefined
}

/** The error of a version that selects no release. It also says which release it is about. */
export const problemReply = (
  { code, message, selector }: SelectionProblem,
  parameter = "version",
  served?: ServedRelease,
  headers: Headers = {}
): Reply =>
  requestError(
    code,
    parameter === "version" ? message : `${message} (query parameter '${parameter}')`,
    { ...releaseErrorHeaders(served), ...headers },
    selector === undefined ? {} : { parameter, value: shorten(selector) }
  )

/** The release of any major that a parameter names; without it, the newest of the API version. */
export const selectNamed = (lookup: Lookup, parameter: string): Result.Result<ServedRelease, Reply> =>
  Result.mapError(
    selectVersionOfAnyMajor(lookup.catalog, lookup.apiVersion, textOf(lookup.query[parameter])),
    (problem) => problemReply(problem, parameter, lookup.served, versionLinks(lookup))
  )

/** The headers of an error about a release, which also say if that is withdrawn or at its end of life. */
const releaseErrorHeaders = (served: ServedRelease | undefined): Headers =>
  served === undefined ? vary : { ...vary, ...releaseHeaders(served) }

/** An error about the release of a request. */
export const releaseError = (
  { served }: Lookup,
  code: Parameters<typeof requestError>[0],
  message: string,
  facts: ProblemFacts = {}
): Reply => requestError(code, message, releaseErrorHeaders(served), facts)

/** The filter of a request: parameters named after the dimensions of the release. */
export const findFilterProblem = (lookup: Lookup): Result.Result<LicenseCriteria, Reply> => {
  const { apiVersion, endpoint, query, served } = lookup
  const { parameters } = endpoint
  const { taxonomy } = served.release
  const headers = () => releaseErrorHeaders(served)
  const criteria = Object.entries(query).flatMap(([name, values]) =>
    parameters.includes(name) || values === undefined || typeof values === "number"
      ? []
      : [values].flat().map((value) => [name, value] as const)
  )
  for (const [dimension, value] of criteria) {
    const known = codesOf(served, dimension)
    if (known?.has(value) === true) continue
    const item = known === undefined ? dimensionRef(dimension) : valueRef(dimension, value)
    const removedItem = findRemovedItem(served.release, item)
    if (removedItem !== undefined) {
      const code = known === undefined ? "dimension-removed" : "value-removed"
      return Result.fail(removedItemReply(code, removedItem, headers()))
    }
    if (known === undefined) {
      return Result.fail(
        unknownParameter(dimension, [...parameters, ...taxonomy.dimensions.map(({ name }) => name)], headers())
      )
    }
    const { facts, hint = `See the values in ${valuesPath(apiVersion, served)}` } = hintAtValue(value, known)
    const since = knownInNewest(apiVersion, item)
    const advice = since.known_in === undefined ? hint : `${since.known_in} has it`
    const message = `Unknown value '${shorten(value)}' of ${dimension}. ${advice}`
    const data = { parameter: dimension, ...facts, ...since }
    return Result.fail(releaseError(lookup, "value-unknown", message, data))
  }
  return Result.succeed(makeLicenseFilter(criteria))
}

/** The codes of a dimension of a release, if it has that. */
const codesOf = ({ release }: ServedRelease, dimension: string): KnownNames | undefined => {
  const found = snapshotOf(release.taxonomy).dimension(dimension)
  return found && valuesByCode(found.values)
}

/** The newest release, if that has an item that a request misses. */
const knownInNewest = ({ newest }: ApiVersion, item: ItemRef): ProblemFacts =>
  newest !== undefined && hasItem(newest, item) ? { known_in: shortName(newest.release.version) } : {}

/** A sentence that ends with a name that nothing has, and a similar one. */
const unknownName = (start: string, name: string, known: Iterable<string>): Described =>
  describeUnknown(start, name, suggest(name, known))

const describeUnknown = (start: string, name: string, { facts, hint }: Hint): Described => ({
  message: `${start} '${shorten(name)}'${hint === undefined ? "" : `. ${hint}`}`,
  facts
})

/** The error of a parameter that an endpoint does not take. */
export const unknownParameter = (name: string, known: Iterable<string>, headers?: Headers): Reply => {
  const { facts, message } = unknownName("Unknown query parameter", name, known)
  const { suggestions } = facts
  return requestError("parameter-unknown", message, headers, {
    parameter: shorten(name),
    ...(suggestions && { suggestions })
  })
}

type KnownNames = Pick<ReadonlySet<string>, "has" | "keys">

interface Hint {
  readonly hint: string | undefined
  readonly facts: ProblemFacts
}

/** Suggests known names, the most similar one in the single quotes of the sentence before it. */
const suggest = (text: string, known: Iterable<string>): Hint => {
  const suggestions = nearestNames(text.slice(0, maxShownLength), known)
  const [first] = suggestions
  const value = shorten(text)
  return first === undefined
    ? { hint: undefined, facts: { value } }
    : { hint: `Did you mean '${first}'?`, facts: { value, suggestions } }
}

/** Hints at the form of several values if a value is a list of them. No name contains a comma or another separator. */
const hintAtValue = (value: string, known: KnownNames): Hint =>
  value.includes(",") || value.split(/[|; ]+/).every((part) => known.has(part))
    ? { hint: "Repeat the parameter for several values", facts: { value: shorten(value) } }
    : suggest(value, known.keys())

/** The sentence about an unknown value. Without a similar one, the hint tells what is known. */
export const unknownValue = (what: string, value: string, known: KnownNames, otherwise?: string): Described => {
  const { facts, hint = otherwise } = hintAtValue(value, known)
  return describeUnknown(`Unknown ${what}`, value, { facts, hint })
}

/** The path of the dimensions of a release, below the base path. */
const valuesPath = ({ name, newest }: ApiVersion, { release }: ServedRelease): string =>
  `/${name}/dimensions${release === newest?.release ? "" : `?version=v${release.version}`}`

const maxShownLength = 64

/** Cuts a text of a client for a message. */
const shorten = (text: string): string => (text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text)

/** The item that a path names. */
export type PathItem = Exclude<ItemRef, { readonly _tag: "ConflictRule" }>

export const itemOf = ({ dimension, license_code, value_code }: ContentRequest["params"]): PathItem | undefined => {
  if (license_code !== undefined) return { _tag: "License", license: license_code }
  if (dimension === undefined) return undefined
  return value_code === undefined ? { _tag: "Dimension", dimension } : { _tag: "Value", dimension, value: value_code }
}

/** True if a release has the item that a path names, if it names one. */
export const hasItem = ({ release }: ServedRelease, item: ItemRef | undefined): boolean =>
  item === undefined || snapshotOf(release.taxonomy).get(item) !== undefined

/** The error of an item that the release does not have. Its body is that of the specification, so links and data may help. */
export const findMissing = (lookup: Lookup, item: PathItem | undefined): Reply | undefined => {
  const { apiVersion, served } = lookup
  if (item === undefined || hasItem(served, item)) return undefined
  if (item._tag === "Value" && codesOf(served, item.dimension) === undefined)
    return findMissing(lookup, { _tag: "Dimension", dimension: item.dimension })
  const { facts, kind, message } = describeMissing(served, item)
  const headers = releaseErrorHeaders(served)
  const removedItem = findRemovedItem(served.release, item)
  if (removedItem !== undefined) return removedItemReply(`${kind}-removed`, removedItem, headers)
  const data = { ...facts, ...knownInNewest(apiVersion, item) }
  return requestError(`${kind}-not-found`, message, { ...headers, ...missingLinks(lookup, item, data) }, data)
}

const describeMissing = (served: ServedRelease, item: PathItem) => {
  const { dimensions, licenses } = served.release.taxonomy
  switch (item._tag) {
    case "License": {
      const codes = licenses.map(({ code }) => code)
      const message = `Base license '${item.license}' not found`
      return { kind: "license", message, facts: suggest(item.license, codes).facts } as const
    }
    case "Dimension": {
      const names = dimensions.map(({ name }) => name)
      return { kind: "dimension", ...unknownName("There is no dimension", item.dimension, names) } as const
    }
    case "Value": {
      const codes = codesOf(served, item.dimension)?.keys() ?? []
      return { kind: "value", ...unknownName(`${item.dimension} has no value`, item.value, codes) } as const
    }
  }
}
