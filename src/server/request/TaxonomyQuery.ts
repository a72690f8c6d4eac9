import * as Result from "effect/Result"
import type { ErrorCode } from "../../api/bodies/ErrorCode.ts"
import { findRemovedItem, type RemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { ApiVersion, ServedCatalog, ServedRelease } from "../catalog/Catalog.ts"
import { describeRemovedItem } from "../catalog/RemovedItems.ts"
import { makeLicenseFilter, type LicenseCriteria } from "./LicenseFilter.ts"
import { selectVersion } from "./VersionSelection.ts"

/** The parsed query of a taxonomy endpoint. */
export interface TaxonomyQuery {
  readonly served: ServedRelease
  readonly envelope: boolean
  /** Empty if the query selects everything. */
  readonly filter: LicenseCriteria
}

export interface QueryProblem {
  readonly code: ErrorCode
  readonly message: string
  /** The selected release, if the problem came after the selection. */
  readonly served: ServedRelease | undefined
  /** The item of an earlier release that the query names (service spec, section 7). */
  readonly removedItem?: RemovedItem
}

/** The query parameters that an endpoint takes. */
export interface AllowedParameters {
  readonly parameters: ReadonlyArray<string>
  /** True if each dimension of the release is a parameter, too. */
  readonly hasFilter: boolean
}

export const parseTaxonomyQuery = (
  catalog: ServedCatalog,
  apiVersion: ApiVersion,
  query: string,
  { hasFilter, parameters }: AllowedParameters
): Result.Result<TaxonomyQuery, QueryProblem> => {
  if (query === "" && apiVersion.newest !== undefined) {
    return Result.succeed({ served: apiVersion.newest, envelope: false, filter: [] })
  }
  const params = parseParameters(query)
  const repeated = findRepeatedParameter(params, parameters)
  if (repeated !== undefined) return Result.fail(repeated)
  const selected = selectVersion(catalog, apiVersion, params.get("version") ?? undefined)
  if (Result.isFailure(selected)) return fail(selected.failure.code, selected.failure.message)
  const served = selected.success

  const envelope = parameters.includes("envelope") ? parseEnvelope(params, served) : Result.succeed(false)
  if (Result.isFailure(envelope)) return Result.fail(envelope.failure)
  for (const name of parameters) params.delete(name)
  const problem = hasFilter
    ? findFilterProblem(valuesPath(apiVersion, served), served, params, parameters)
    : findUnknownParameter(params, parameters, served)
  return problem === undefined
    ? Result.succeed({ served, envelope: envelope.success, filter: makeLicenseFilter(params) })
    : Result.fail(problem)
}

/** Parses the query of an endpoint about all releases. Errors have the headers of the given release. */
export const parseHistoryQuery = (
  served: ServedRelease,
  query: string,
  parameters: ReadonlyArray<string>
): Result.Result<Pick<TaxonomyQuery, "envelope">, QueryProblem> => {
  if (query === "") return Result.succeed({ envelope: false })
  const params = parseParameters(query)
  const repeated = findRepeatedParameter(params, parameters)
  if (repeated !== undefined) return Result.fail(repeated)
  const envelope = parseEnvelope(params, served)
  if (Result.isFailure(envelope)) return Result.fail(envelope.failure)
  for (const name of parameters) params.delete(name)
  if (params.has("version")) {
    return fail("parameter-unknown", "Unknown query parameter 'version'. The response is about all releases", served)
  }
  const problem = findUnknownParameter(params, parameters, served)
  return problem === undefined ? Result.succeed({ envelope: envelope.success }) : Result.fail(problem)
}

/** Parses the query of an endpoint that is not about the taxonomy. */
export const parseOpenQuery = (
  query: string,
  parameters: ReadonlyArray<string>
): Result.Result<Pick<TaxonomyQuery, "envelope">, QueryProblem> => {
  if (query === "") return Result.succeed({ envelope: false })
  const params = parseParameters(query)
  const repeated = findRepeatedParameter(params, parameters)
  if (repeated !== undefined) return Result.fail(repeated)
  const envelope = parameters.includes("envelope") ? parseEnvelope(params) : Result.succeed(false)
  if (Result.isFailure(envelope)) return Result.fail(envelope.failure)
  for (const name of parameters) params.delete(name)
  const problem = findUnknownParameter(params, parameters)
  return problem === undefined ? Result.succeed({ envelope: envelope.success }) : Result.fail(problem)
}

/** Parses the part of a target after its question mark. A second one is part of the first name. */
export const parseParameters = (query: string): URLSearchParams => new URLSearchParams(`?${query}`)

const findRepeatedParameter = (
  params: URLSearchParams,
  parameters: ReadonlyArray<string>
): QueryProblem | undefined => {
  const name = parameters.find((name) => params.getAll(name).length > 1)
  return name === undefined
    ? undefined
    : {
        code: "parameter-malformed",
        message: `The query parameter '${name}' is given more than once`,
        served: undefined
      }
}

/** Parses `envelope`. Errors have the headers of the given release. */
export const parseEnvelope = (
  params: URLSearchParams,
  served?: ServedRelease
): Result.Result<boolean, QueryProblem> => {
  const envelope = params.get("envelope")
  return envelope === null || envelope === "true" || envelope === "false"
    ? Result.succeed(envelope === "true")
    : fail("parameter-malformed", "The query parameter 'envelope' must be true or false", served)
}

/** Finds the first parameter that is not allowed. */
export const findUnknownParameter = (
  params: URLSearchParams,
  parameters: ReadonlyArray<string>,
  served?: ServedRelease
): QueryProblem | undefined => {
  const [name] = params.keys()
  return name === undefined ? undefined : unknownParameter(name, parameters, served)
}

const findFilterProblem = (
  valuesPath: string,
  served: ServedRelease,
  params: URLSearchParams,
  parameters: ReadonlyArray<string>
): QueryProblem | undefined => {
  const { codes } = served.view()
  for (const [dimension, value] of params) {
    const known = codes.get(dimension)
    if (known?.has(value) === true) continue
    const item = known === undefined ? dimensionRef(dimension) : valueRef(dimension, value)
    const removedItem = findRemovedItem(served.release, item)
    if (removedItem !== undefined) {
      const code = known === undefined ? "dimension-removed" : "value-removed"
      return { code, message: describeRemovedItem(removedItem), served, removedItem }
    }
    if (known === undefined) return unknownParameter(dimension, [...parameters, ...codes.keys()], served)
    const message = `Unknown value '${shorten(value)}' of ${dimension}. ${hintAtValue(value, known, valuesPath)}`
    return { code: "value-unknown", message, served }
  }
  return undefined
}

const unknownParameter = (name: string, known: Iterable<string>, served: ServedRelease | undefined): QueryProblem => {
  const sentence = `Unknown query parameter '${shorten(name)}'`
  const hint = suggestionFor(name, known)
  return { code: "parameter-unknown", message: hint === undefined ? sentence : `${sentence}. ${hint}`, served }
}

/** Suggests a known name, in the single quotes of the sentence before it. */
const suggestionFor = (text: string, known: Iterable<string>): string | undefined =>
  didYouMean(text.slice(0, maxShownLength), known)?.replaceAll('"', "'")

const hintAtValue = (value: string, known: ReadonlySet<string>, valuesPath: string): string =>
  hintAtList(value, known) ?? suggestionFor(value, known) ?? `See the values in ${valuesPath}`

/** Hints at the form of several values if a value is a list of them. No name contains a comma or another separator. */
export const hintAtList = (value: string, known: ReadonlySet<string>): string | undefined =>
  value.includes(",") || value.split(/[|; ]+/).every((part) => known.has(part))
    ? "Repeat the parameter for several values"
    : undefined

/** The path of the dimensions of a release, below the base path. */
const valuesPath = ({ name, newest }: ApiVersion, { release }: ServedRelease): string =>
  `/${name}/dimensions${release === newest?.release ? "" : `?version=v${release.version}`}`

const maxShownLength = 64

/** Cuts a text of a client for a message. */
export const shorten = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text

const fail = (code: ErrorCode, message: string, served?: ServedRelease) =>
  Result.fail<QueryProblem>({ code, message, served })
