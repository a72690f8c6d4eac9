import { useCallback, useMemo } from "preact/hooks"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { statementsOf } from "../model/Statements.ts"
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
    filters: parseFilters(filter),
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
    ...(filters.length === 0 ? {} : { filter: formatFilters(filters) }),
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

/** What a license must set a dimension to. */
export type MatrixFilter =
  /** It chooses the value, says yes to it, or covers the country. */
  | { readonly _tag: "Has"; readonly dimension: string; readonly code: string }
  /** It says no to the value. */
  | { readonly _tag: "Refuses"; readonly dimension: string; readonly code: string }
  | { readonly _tag: "Worldwide"; readonly dimension: string }
  | { readonly _tag: "NotSet"; readonly dimension: string }

/** Parses filters of an address, such as `use_type/editorial,data_use/health_data/no,attribution/-`. */
export const parseFilters = (text: string): ReadonlyArray<MatrixFilter> =>
  text.split(",").flatMap((part): ReadonlyArray<MatrixFilter> => {
    const [dimension, code, answer] = part.split("/")
    if (dimension === undefined || code === undefined || dimension === "" || code === "") return []
    // Neither is a code.
    if (code === notSet) return [{ _tag: "NotSet", dimension }]
    if (code === worldwide) return [{ _tag: "Worldwide", dimension }]
    return [{ _tag: answer === "no" ? "Refuses" : "Has", dimension, code }]
  })

/** Formats filters for an address. `parseFilters` is its inverse. */
export const formatFilters = (filters: ReadonlyArray<MatrixFilter>): string => filters.map(formatFilter).join(",")

export const formatFilter = (filter: MatrixFilter): string => {
  switch (filter._tag) {
    case "Has":
      return `${filter.dimension}/${filter.code}`
    case "Refuses":
      return `${filter.dimension}/${filter.code}/no`
    case "Worldwide":
      return `${filter.dimension}/${worldwide}`
    case "NotSet":
      return `${filter.dimension}/${notSet}`
  }
}

/** True if a license meets every filter. */
export const meetsFilters = (license: License, filters: ReadonlyArray<MatrixFilter>): boolean =>
  filters.every((filter) => meets(license, filter))

const meets = ({ config }: License, filter: MatrixFilter): boolean => {
  const setting = settingOf(config, filter.dimension)
  return filter._tag === "NotSet"
    ? setting === undefined
    : statementsOf(setting).some(({ code, flag }) => {
        switch (filter._tag) {
          case "Worldwide":
            return code === undefined
          case "Refuses":
            return code === filter.code && flag === false
          case "Has":
            return (code === undefined || code === filter.code) && flag !== false
        }
      })
}

const notSet = "-"
const worldwide = "*"
