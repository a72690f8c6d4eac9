import { useCallback, useMemo } from "preact/hooks"
import { codesIn, isFlags, isTerritory, settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { describeTerm } from "../../domain/terms/Statements.ts"
import { snapshotOf, valuesByCode, type Snapshot } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { compareTerms, termText } from "../model/Statements.ts"
import { translate } from "../model/Translate.ts"
import { filterItems } from "../parts/TextFilter.tsx"
import { navigate } from "../routing/useRoute.ts"

/** What the matrix shows. All of it is in the address. */
export interface MatrixState {
  /** Part of the name or code of the licenses. */
  readonly text: string
  readonly filters: ReadonlyArray<MatrixFilter>
  readonly sort: MatrixSort
  /** The names of the dimensions that are shown; `undefined` for all. */
  readonly columns: ReadonlyArray<string> | undefined
  /** Only the dimensions in which the shown licenses differ. */
  readonly isDifferent: boolean
  /** The codes of the licenses to compare, at most three. */
  readonly selected: ReadonlyArray<string>
}

export interface MatrixSort {
  /** `name`, `code`, or `dimensions/` and the name of a dimension, which may be `code`, too. */
  readonly by: string
  readonly isDescending: boolean
}

export const maxSelected = 3

type Parameters = Readonly<Record<string, string>>

export const parseMatrixState = (parameters: Parameters): MatrixState => {
  const { columns, differ, filter = "", select = "", sort = "name", text = "" } = parameters
  return {
    text,
    filters: listOf(filter).filter((each) => /^[^/]+\/[^/]/.test(each)),
    sort: { by: sort.replace(/^-/, ""), isDescending: sort.startsWith("-") },
    columns: columns === undefined ? undefined : listOf(columns),
    isDifferent: differ === "true",
    selected: listOf(select).slice(0, maxSelected)
  }
}

/** The parameters of a state, without those that are as if they were missing. `parseMatrixState` is its inverse. */
export const formatMatrixState = ({ columns, filters, isDifferent, selected, sort, text }: MatrixState): Parameters => {
  const by = `${sort.isDescending ? "-" : ""}${sort.by}`
  return {
    ...(text === "" ? {} : { text }),
    ...(filters.length === 0 ? {} : { filter: filters.join(",") }),
    ...(by === "name" ? {} : { sort: by }),
    ...(columns === undefined ? {} : { columns: columns.join(",") }),
    ...(isDifferent ? { differ: "true" } : {}),
    ...(selected.length === 0 ? {} : { select: selected.join(",") })
  }
}

/** The next order for a column: upwards first, downwards if it is sorted upwards already. */
export const toggleSort = (sort: MatrixSort, by: string): MatrixSort => ({
  by,
  isDescending: sort.by === by && !sort.isDescending
})

const listOf = (text: string): ReadonlyArray<string> => [...new Set(text.split(",").filter((part) => part !== ""))]

/** The state of the matrix, and the function that changes parts of it. */
export const useMatrixState = (): readonly [state: MatrixState, change: (changed: Partial<MatrixState>) => void] => {
  const { route } = useExplorer()
  const { language } = route.parameters
  const state = useMemo(() => parseMatrixState(route.parameters), [route.parameters])
  const change = useCallback(
    (changed: Partial<MatrixState>) =>
      navigate(
        {
          ...route,
          parameters: { ...formatMatrixState({ ...state, ...changed }), language }
        },
        "replace"
      ),
    [route, state]
  )
  return [state, change]
}

/**
 * What a license must set a dimension to, as addresses write it: `use_type/editorial` for a value that it chooses, says yes
 * to or covers, `data_use/health_data/no` for one that it says no to, `territory/*` for worldwide, `attribution/-` for a
 * dimension that is not set.
 */
export type MatrixFilter = string

export const notSet = "-"
export const worldwide = "*"

/** True if a license meets every filter. */
export const meetsFilters = (license: License, filters: ReadonlyArray<MatrixFilter>): boolean =>
  filters.every((filter) => meets(license, filter))

const meets = ({ config }: License, filter: MatrixFilter): boolean => {
  const [dimension = "", wanted, answer] = filter.split("/")
  const setting = settingOf(config, dimension)
  if (setting === undefined || wanted === notSet) return setting === undefined && wanted === notSet
  const isNo = answer === "no"
  if (isTerritory(setting) && setting.global) return !isNo
  return codesIn(setting).some(({ code }) => code === wanted && (isFlags(setting) ? setting[code] === !isNo : !isNo))
}

/** The rows and columns of the matrix. */
export interface MatrixContent {
  readonly licenses: ReadonlyArray<License>
  readonly dimensions: ReadonlyArray<Dimension>
}

/** The licenses and dimensions that a state shows, in its order. */
export const matrixContent = (
  taxonomy: Taxonomy,
  {
    columns,
    filters,
    isDifferent,
    sort,
    text
  }: Pick<MatrixState, "columns" | "filters" | "isDifferent" | "sort" | "text">,
  languages: Languages
): MatrixContent => {
  const { dimensions, licenses } = taxonomy
  const shown = filterItems(licenses, text).filter((license) => meetsFilters(license, filters))
  const chosen = columns === undefined ? dimensions : dimensions.filter(({ name }) => columns.includes(name))
  return {
    licenses: sortLicenses(shown, taxonomy, sort, languages),
    dimensions: isDifferent
      ? chosen.filter((dimension) => isDifferentIn(shown, dimension, snapshotOf(taxonomy)))
      : chosen
  }
}

/** True if licenses do not all say the same of a dimension. */
const isDifferentIn = (
  [first, ...others]: ReadonlyArray<License>,
  dimension: Dimension,
  snapshot: Snapshot
): boolean => {
  if (first === undefined) return false
  const said = describeTerm(snapshot, first.config, dimension)
  return others.some(({ config }) => !compareTerms([said, describeTerm(snapshot, config, dimension)]).isSame)
}

/** Licenses that do not set the dimension that they are sorted by come last, in either direction. */
const sortLicenses = (
  licenses: ReadonlyArray<License>,
  taxonomy: Taxonomy,
  { by, isDescending }: MatrixSort,
  languages: Languages
): ReadonlyArray<License> => {
  const textOf = makeTextOf(snapshotOf(taxonomy), by, languages)
  const direction = isDescending ? -1 : 1
  return licenses
    .map((license) => ({ license, text: textOf(license) }))
    .toSorted((left, right) => {
      if (left.text === "" || right.text === "") return Number(left.text === "") - Number(right.text === "")
      return direction * collator.compare(left.text, right.text)
    })
    .map(({ license }) => license)
}

const makeTextOf = (snapshot: Snapshot, by: string, languages: Languages): ((license: License) => string) => {
  if (by === "code") return ({ code }) => code
  const dimension = snapshot.dimension(by.replace(/^dimensions\//, ""))
  return dimension === undefined
    ? (license) => translate(license, "name", languages) ?? license.code
    : ({ config }) =>
        settingOf(config, dimension.name) === undefined ? "" : termText(snapshot, config, dimension, languages)
}

const collator = new Intl.Collator("en", { numeric: true })

const valueLabel = ({ values }: Dimension, code: string, languages: Languages): string => {
  const value = valuesByCode(values).get(code)
  return (value && translate(value, "label", languages)) ?? code
}

/** What a filter asks of a dimension, in words. */
export const filterWords = (dimension: Dimension, filter: MatrixFilter, languages: Languages): string => {
  const [, code = "", answer = "yes"] = filter.split("/")
  if (code === notSet) return "not set"
  if (code === worldwide) return "worldwide"
  const label = valueLabel(dimension, code, languages)
  if (dimension.shape === "flags") return `${label}: ${answer}`
  return dimension.shape === "territory" ? `${label}, or worldwide` : label
}
