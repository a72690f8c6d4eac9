import { useCallback, useMemo } from "preact/hooks"
import type { Setting } from "../../domain/taxonomy/Config.ts"
import { formatSetting, settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { valuesByCode } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { settingKey, statementsOf } from "../model/Statements.ts"
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
  if (wanted === notSet) return setting === undefined
  return statementsOf(setting).some(({ code = worldwide, flag }) =>
    answer === "no" ? code === wanted && flag === false : (code === worldwide || code === wanted) && flag !== false
  )
}

/** The rows and columns of the matrix. */
export interface MatrixContent {
  readonly licenses: ReadonlyArray<License>
  readonly dimensions: ReadonlyArray<Dimension>
}

/** The licenses and dimensions that a state shows, in its order. */
export const matrixContent = (
  { dimensions, licenses }: Taxonomy,
  {
    columns,
    filters,
    isDifferent,
    sort,
    text
  }: Pick<MatrixState, "columns" | "filters" | "isDifferent" | "sort" | "text">,
  languages: Languages
): MatrixContent => {
  const shown = filterItems(licenses, text).filter((license) => meetsFilters(license, filters))
  const chosen = columns === undefined ? dimensions : dimensions.filter(({ name }) => columns.includes(name))
  return {
    licenses: sortLicenses(shown, dimensions, sort, languages),
    dimensions: isDifferent ? chosen.filter(({ name }) => isDifferentIn(shown, name)) : chosen
  }
}

/** True if licenses set a dimension to different values. */
const isDifferentIn = ([first, ...others]: ReadonlyArray<License>, dimension: string): boolean => {
  if (first === undefined) return false
  const key = settingKey(settingOf(first.config, dimension))
  return others.some(({ config }) => settingKey(settingOf(config, dimension)) !== key)
}

/** Licenses that do not set the dimension that they are sorted by come last, in either direction. */
const sortLicenses = (
  licenses: ReadonlyArray<License>,
  dimensions: ReadonlyArray<Dimension>,
  { by, isDescending }: MatrixSort,
  languages: Languages
): ReadonlyArray<License> => {
  const textOf = makeTextOf(dimensions, by, languages)
  const direction = isDescending ? -1 : 1
  return licenses
    .map((license) => ({ license, text: textOf(license) }))
    .toSorted((left, right) => {
      if (left.text === "" || right.text === "") return Number(left.text === "") - Number(right.text === "")
      return direction * collator.compare(left.text, right.text)
    })
    .map(({ license }) => license)
}

const makeTextOf = (
  dimensions: ReadonlyArray<Dimension>,
  by: string,
  languages: Languages
): ((license: License) => string) => {
  if (by === "code") return ({ code }) => code
  const dimension = dimensions.find(({ name }) => `dimensions/${name}` === by)
  return dimension === undefined
    ? (license) => translate(license, "name", languages) ?? license.code
    : ({ config }) => settingWords(dimension, settingOf(config, dimension.name), languages)
}

const collator = new Intl.Collator("en", { numeric: true })

/** A setting in a few words, for a cell of the matrix; empty if the dimension is not set. */
export const settingWords = (dimension: Dimension, setting: Setting | undefined, languages: Languages): string => {
  if (setting === undefined) return ""
  const labelOf = (code: string) => valueLabel(dimension, code, languages)
  const statements = statementsOf(setting)
  const answers = [
    { word: "Yes", wanted: true },
    { word: "No", wanted: false }
  ].flatMap(({ wanted, word }) => {
    const codes = statements.flatMap(({ code, flag }) => (flag === wanted && code !== undefined ? [code] : []))
    return codes.length === 0 ? [] : [`${word}: ${codes.map(labelOf).join(" · ")}`]
  })
  return answers.length === 0 ? formatSetting(setting, labelOf) : answers.join("\n")
}

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
