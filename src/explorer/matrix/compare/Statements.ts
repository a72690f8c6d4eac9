import type { Setting } from "../../../domain/taxonomy/Config.ts"
import { statementsOf, type Statement } from "../../model/Statements.ts"

/** A statement of one of several settings of a dimension, and how many of them agree. */
export interface ComparedStatement extends Statement {
  readonly shared: "by-all" | "by-some" | "by-none"
}

/** The settings of one dimension, side by side. */
export interface ComparedSettings {
  readonly isSame: boolean
  /** In the order of the settings. `undefined` if the dimension is not set. */
  readonly settings: ReadonlyArray<ReadonlyArray<ComparedStatement> | undefined>
}

/** Compares settings of one dimension. The order of values in a list means nothing. */
export const compareSettings = (settings: ReadonlyArray<Setting | undefined>): ComparedSettings => {
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
