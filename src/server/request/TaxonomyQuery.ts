import * as Result from "effect/Result"
import type { ErrorCode } from "../../api/bodies/ErrorCode.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { ApiVersion, Catalog, ServedRelease } from "../catalog/Catalog.ts"
import { describeRemovedItem, findRemovedItem, type RemovedItem } from "../catalog/RemovedItems.ts"
import { makeLicenseFilter, type LicenseFilter } from "./LicenseFilter.ts"
import { selectVersion } from "./VersionSelection.ts"

/** The parsed query of a taxonomy endpoint. */
export interface TaxonomyQuery {
  readonly served: ServedRelease
  readonly envelope: boolean
  /** Empty if the query selects everything. */
  readonly filter: LicenseFilter
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
  catalog: Catalog,
  apiVersion: ApiVersion,
  query: string,
  { hasFilter, parameters }: AllowedParameters
): Result.Result<TaxonomyQuery, QueryProblem> => {
  if (query === "" && apiVersion.newest !== undefined) {
    return Result.succeed({ served: apiVersion.newest, envelope: false, filter: [] })
  }
  const params = new URLSearchParams(query)
  for (const name of parameters) {
    if (params.getAll(name).length > 1) {
      return fail("parameter-malformed", `The query parameter '${name}' is given more than once`)
    }
  }
  const selected = selectVersion(catalog, apiVersion, params.get("version") ?? undefined)
  if (Result.isFailure(selected)) return fail(selected.failure.code, selected.failure.message)
  const served = selected.success

  const envelope = params.get("envelope")
  if (envelope !== null && envelope !== "true" && envelope !== "false") {
    return fail("parameter-malformed", "The query parameter 'envelope' must be true or false", served)
  }
  for (const name of parameters) params.delete(name)
  const problem = hasFilter
    ? findFilterProblem(valuesPath(apiVersion, served), served, params, parameters)
    : findUnknownParameter(params, parameters, served)
  return problem === undefined
    ? Result.succeed({ served, envelope: envelope === "true", filter: makeLicenseFilter(params) })
    : Result.fail(problem)
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

/** No code contains a comma. */
const hintAtValue = (value: string, known: Iterable<string>, valuesPath: string): string =>
  value.includes(",")
    ? "Repeat the parameter for several values"
    : (suggestionFor(value, known) ?? `See the values in ${valuesPath}`)

/** The path of the dimensions of a release, below the base path. */
const valuesPath = ({ name, newest }: ApiVersion, { release }: ServedRelease): string =>
  `/${name}/dimensions${release === newest?.release ? "" : `?version=v${release.version}`}`

const maxShownLength = 64

const shorten = (text: string): string => (text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text)

const fail = (code: ErrorCode, message: string, served?: ServedRelease) =>
  Result.fail<QueryProblem>({ code, message, served })
