import * as Result from "effect/Result"
import type { History } from "../../domain/release/ReleaseHistory.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { ApiVersion, Catalog, ServedRelease } from "../catalog/Catalog.ts"
import { removed } from "../catalog/RemovedItems.ts"
import { makeFilter, type Filter } from "./LicenseFilter.ts"
import type { TaxonomyRoute } from "./Routes.ts"
import { select } from "./VersionSelection.ts"

/** What a query asks of a taxonomy endpoint. */
export interface Asked {
  readonly served: ServedRelease
  readonly envelope: boolean
  /** Empty where everything is wanted. */
  readonly filter: Filter
}

/** Why a query gets no answer. */
export type QueryProblem = {
  /** The release that was chosen, where it came to that. */
  readonly served: ServedRelease | undefined
} & (
  | { readonly _tag: "Bad" | "NotFound"; readonly message: string }
  /** Something that an earlier release had (service spec, section 7). */
  | { readonly _tag: "Removed"; readonly error: string }
)

/** Understands the query of a taxonomy endpoint. */
export const readQuery = (
  catalog: Catalog,
  apiVersion: ApiVersion,
  query: string,
  { filters, parameters }: Pick<TaxonomyRoute, "filters" | "parameters">
): Result.Result<Asked, QueryProblem> => {
  if (query === "" && apiVersion.newest !== undefined) {
    return Result.succeed({ served: apiVersion.newest, envelope: false, filter: [] })
  }
  const params = new URLSearchParams(query)
  for (const name of parameters) {
    if (params.getAll(name).length > 1) return bad(undefined, `The query parameter '${name}' is given more than once`)
  }
  const selected = select(catalog, apiVersion, params.get("version") ?? undefined)
  if (Result.isFailure(selected)) {
    const { message, status } = selected.failure
    return status === 400 ? bad(undefined, message) : Result.fail({ _tag: "NotFound", served: undefined, message })
  }
  const served = selected.success

  const envelope = params.get("envelope")
  if (envelope !== null && envelope !== "true" && envelope !== "false") {
    return bad(served, "The query parameter 'envelope' must be true or false")
  }
  for (const name of parameters) params.delete(name)
  const problem = filters
    ? filterProblem(catalog.history, valuesPath(apiVersion, served), served, params, parameters)
    : unexpectedProblem(served, params, parameters)
  if (problem !== undefined) return Result.fail(problem)
  return Result.succeed({ served, envelope: envelope === "true", filter: makeFilter(params) })
}

/** What is wrong with a query where no parameter is taken, in a sentence. */
export const unexpectedParameter = (query: string): string | undefined => {
  const [name] = new URLSearchParams(query).keys()
  return name === undefined ? undefined : unknownParameter(name, [])
}

const unexpectedProblem = (
  served: ServedRelease,
  params: URLSearchParams,
  parameters: ReadonlyArray<string>
): QueryProblem | undefined => {
  const [name] = params.keys()
  return name === undefined ? undefined : { _tag: "Bad", served, message: unknownParameter(name, parameters) }
}

const filterProblem = (
  history: History,
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
    const gone = removed(history, served.release, item)
    if (gone !== undefined) return { _tag: "Removed", served, error: gone }
    const message =
      known === undefined
        ? unknownParameter(dimension, [...parameters, ...codes.keys()])
        : `Unknown value '${shown(value)}' of ${dimension}. ${adviceOn(value, known, valuesPath)}`
    return { _tag: "Bad", served, message }
  }
  return undefined
}

const unknownParameter = (name: string, known: Iterable<string>): string => {
  const sentence = `Unknown query parameter '${shown(name)}'`
  const hint = hintOf(name, known)
  return hint === undefined ? sentence : `${sentence}. ${hint}`
}

/** What was meant, in the quotes of the sentence before it. */
const hintOf = (written: string, known: Iterable<string>): string | undefined =>
  didYouMean(written.slice(0, longestShown), known)?.replaceAll('"', "'")

/** No code holds a comma. */
const adviceOn = (value: string, known: Iterable<string>, valuesPath: string): string =>
  value.includes(",")
    ? "Repeat the parameter for several values"
    : (hintOf(value, known) ?? `The values that there are: ${valuesPath}`)

/** Where the values of a release are, below the base path. */
const valuesPath = ({ name, newest }: ApiVersion, { release }: ServedRelease): string =>
  `/${name}/dimensions${release === newest?.release ? "" : `?version=v${release.version}`}`

const longestShown = 64

const shown = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)

const bad = (served: ServedRelease | undefined, message: string) =>
  Result.fail<QueryProblem>({ _tag: "Bad", served, message })
