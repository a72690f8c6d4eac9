import * as Result from "effect/Result"
import { maxSelectedDimensions } from "../../api/parameters/QueryParameters.ts"
import { changeKinds } from "../../domain/change/ChangeSchema.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import type { ApiVersion, ServedCatalog, ServedRelease } from "../catalog/Catalog.ts"
import type { ChangesFilter } from "../changes/ChangesIndex.ts"
import {
  findUnknownParameter,
  hintAtList,
  parseEnvelope,
  parseParameters,
  shorten,
  type QueryProblem
} from "./TaxonomyQuery.ts"
import { selectVersionOfAnyMajor } from "./VersionSelection.ts"

/** The parsed query of the changes between two releases. */
export interface ChangesSelection {
  readonly from: ServedRelease
  readonly to: ServedRelease
  /** True if both are named by their full versions, so that the query always selects the same. */
  readonly isFixed: boolean
  readonly filter: ChangesFilter
  readonly envelope: boolean
}

/** Parses the query. Errors have the headers of the current release. */
export const parseChangesQuery = (
  catalog: ServedCatalog,
  apiVersion: ApiVersion,
  query: string,
  parameters: ReadonlyArray<string>
): Result.Result<ChangesSelection, QueryProblem> => {
  const served = apiVersion.current
  const fail = (code: QueryProblem["code"], message: string) => Result.fail<QueryProblem>({ code, message, served })
  const params = parseParameters(query)
  const repeated = single.find((name) => params.getAll(name).length > 1)
  if (repeated !== undefined) {
    return fail("parameter-malformed", `The query parameter '${repeated}' is given more than once`)
  }
  const unknown = findUnknownParameter(
    new URLSearchParams([...params].filter(([name]) => !parameters.includes(name))),
    parameters,
    served
  )
  if (unknown !== undefined) return Result.fail(unknown)
  const [fromText, toText] = [params.get("from"), params.get("to") ?? undefined]
  if (fromText === null) {
    return fail(
      "parameter-missing",
      "The query parameter 'from' is missing. Name the release to compare with, such as v1.0"
    )
  }
  const from = selectVersionOfAnyMajor(catalog, apiVersion, fromText)
  if (Result.isFailure(from)) return fail(from.failure.code, `${from.failure.message} (query parameter 'from')`)
  const to = selectVersionOfAnyMajor(catalog, apiVersion, toText)
  if (Result.isFailure(to)) return fail(to.failure.code, `${to.failure.message} (query parameter 'to')`)
  const envelope = parseEnvelope(params, served)
  if (Result.isFailure(envelope)) return Result.fail(envelope.failure)

  const [kinds, dimensions] = [selected(params, "kind"), selected(params, "dimension")]
  for (const kind of kinds ?? []) {
    if (isKind.has(kind)) continue
    const message = unknownValue("kind of change", kind, isKind, `Choose one of ${changeKinds.join(", ")}`)
    return fail("parameter-malformed", message)
  }
  if (dimensions !== undefined && dimensions.size > maxSelectedDimensions) {
    return fail("parameter-malformed", `The query selects more than ${maxSelectedDimensions} dimensions`)
  }
  const taxonomies = [from.success, to.success].map(({ release }) => release.taxonomy)
  for (const dimension of dimensions ?? []) {
    if (taxonomies.some((taxonomy) => snapshotOf(taxonomy).dimension(dimension) !== undefined)) continue
    const names = new Set(taxonomies.flatMap((taxonomy) => taxonomy.dimensions.map(({ name }) => name)))
    return fail("parameter-malformed", unknownValue("dimension", dimension, names))
  }
  return Result.succeed({
    from: from.success,
    to: to.success,
    isFixed: [fromText, toText].every((text) => text !== undefined && fullVersion.test(text)),
    filter: { kinds, dimensions },
    envelope: envelope.success
  })
}

const single = ["from", "to", "envelope"]

const isKind: ReadonlySet<string> = new Set(changeKinds)

const fullVersion = /^v?\d+\.\d+\.\d+$/

const selected = (params: URLSearchParams, name: string): ReadonlySet<string> | undefined =>
  params.has(name) ? new Set(params.getAll(name)) : undefined

/** Suggests a similar value. Without one, the hint tells what is known. */
const unknownValue = (what: string, value: string, known: ReadonlySet<string>, otherwise?: string): string => {
  const shown = shorten(value)
  const hint = hintAtList(value, known) ?? didYouMean(shown, known)?.replaceAll('"', "'") ?? otherwise
  return `Unknown ${what} '${shown}'${hint === undefined ? "" : `. ${hint}`}`
}
