import { formatFilters, parseFilters, type LicenseFilter } from "./controls/LicenseFilter.ts"

/** What the matrix shows. All of it is in the address. */
export interface MatrixState {
  /** Part of the name or code of the licenses. */
  readonly text: string
  readonly filters: ReadonlyArray<LicenseFilter>
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
