import { settingOf } from "../../../domain/taxonomy/Settings.ts"
import type { License } from "../../../domain/taxonomy/Taxonomy.ts"
import { statementsOf } from "../../model/Statements.ts"

/** What a license must set a dimension to. */
export type LicenseFilter =
  /** It chooses the value, says yes to it, or covers the country. */
  | { readonly _tag: "Has"; readonly dimension: string; readonly code: string }
  /** It says no to the value. */
  | { readonly _tag: "Refuses"; readonly dimension: string; readonly code: string }
  | { readonly _tag: "Worldwide"; readonly dimension: string }
  | { readonly _tag: "NotSet"; readonly dimension: string }

/** Parses filters of an address, such as `use_type/editorial,data_use/health_data/no,attribution/-`. */
export const parseFilters = (text: string): ReadonlyArray<LicenseFilter> =>
  text.split(",").flatMap((part): ReadonlyArray<LicenseFilter> => {
    const [dimension, code, answer] = part.split("/")
    if (dimension === undefined || code === undefined || dimension === "" || code === "") return []
    // Neither is a code.
    if (code === notSet) return [{ _tag: "NotSet", dimension }]
    if (code === worldwide) return [{ _tag: "Worldwide", dimension }]
    return [{ _tag: answer === "no" ? "Refuses" : "Has", dimension, code }]
  })

/** Formats filters for an address. `parseFilters` is its inverse. */
export const formatFilters = (filters: ReadonlyArray<LicenseFilter>): string => filters.map(formatFilter).join(",")

export const formatFilter = (filter: LicenseFilter): string => {
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
export const meetsFilters = (license: License, filters: ReadonlyArray<LicenseFilter>): boolean =>
  filters.every((filter) => meets(license, filter))

const meets = ({ config }: License, filter: LicenseFilter): boolean => {
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
