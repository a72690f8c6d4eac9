import type { Setting } from "../../domain/taxonomy/Config.ts"
import { isFlags, isTerritory } from "../../domain/taxonomy/Settings.ts"

/** One thing that a setting says: that a value is chosen, that the territory is worldwide, or yes or no to a value. */
export interface Statement {
  /** Missing for `worldwide`. */
  readonly code: string | undefined
  /** The answer to a member of a `flags` dimension. */
  readonly flag: boolean | undefined
}

/** What a setting says, in its order. Nothing for a dimension that is not set. */
export const statementsOf = (setting: Setting | undefined): ReadonlyArray<Statement> => {
  if (setting === undefined) return []
  if (typeof setting === "string") return [chosen(setting)]
  if (isList(setting)) return setting.map(chosen)
  if (isTerritory(setting)) {
    return [...(setting.global ? [{ code: undefined, flag: undefined }] : []), ...setting.countries.map(chosen)]
  }
  return isFlags(setting) ? Object.entries(setting).map(([code, flag]) => ({ code, flag })) : []
}

const chosen = (code: string): Statement => ({ code, flag: undefined })

const isList = (setting: Setting): setting is ReadonlyArray<string> => Array.isArray(setting)
