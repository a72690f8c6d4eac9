import type { Setting } from "../../domain/taxonomy/Config.ts"
import { isFlags, isTerritory } from "../../domain/taxonomy/Settings.ts"

/** One thing that a setting says: that a value is chosen, that the territory is worldwide, or yes or no to a value. */
interface Statement {
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

/** A statement of one of several settings of a dimension, and how many of them agree. */
export interface ComparedStatement extends Statement {
  readonly shared: "by-all" | "by-some" | "by-none"
}

/** Compares settings of one dimension, `undefined` if it is not set. The order of values in a list means nothing. */
export const compareSettings = (settings: ReadonlyArray<Setting | undefined>) => {
  const statements = settings.map((setting) => (setting === undefined ? undefined : statementsOf(setting)))
  const keys = statements.map((each) => (each === undefined ? undefined : new Set(each.map(keyOf))))
  const shareOf = (statement: Statement): ComparedStatement["shared"] => {
    const count = keys.filter((each) => each?.has(keyOf(statement)) === true).length
    return count === settings.length ? "by-all" : count === 1 ? "by-none" : "by-some"
  }
  const [first] = keys
  return {
    isSame: keys.every((each) => (each === undefined || first === undefined ? each === first : isEqual(each, first))),
    settings: statements.map((each) => each?.map((statement) => ({ ...statement, shared: shareOf(statement) })))
  }
}

/** A text that is the same for settings that say the same. */
export const settingKey = (setting: Setting | undefined): string =>
  setting === undefined ? "" : `=${statementsOf(setting).map(keyOf).toSorted().join(",")}`

const keyOf = ({ code = "*", flag }: Statement): string => (flag === undefined ? code : `${code}:${flag}`)

const isEqual = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size === right.size && left.isSubsetOf(right)
