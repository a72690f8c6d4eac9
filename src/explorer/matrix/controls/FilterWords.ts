import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { valuesByCode } from "../../../domain/vocabulary/Snapshot.ts"
import { translate, type Languages } from "../../model/Translate.ts"
import type { LicenseFilter } from "./LicenseFilter.ts"

/** What a filter asks of a dimension, in words. */
export const filterWords = (dimension: Dimension, filter: LicenseFilter, languages: Languages): string => {
  switch (filter._tag) {
    case "NotSet":
      return "not set"
    case "Worldwide":
      return "worldwide"
    case "Has":
    case "Refuses": {
      const value = valuesByCode(dimension.values).get(filter.code)
      const label = value === undefined ? filter.code : (translate(value, "label", languages) ?? filter.code)
      if (dimension.shape === "flags") return `${label}: ${filter._tag === "Has" ? "yes" : "no"}`
      return dimension.shape === "territory" ? `${label}, or worldwide` : label
    }
  }
}
