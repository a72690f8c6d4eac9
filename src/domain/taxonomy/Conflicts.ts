import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Condition, FlagsCondition, MultipleCondition, SingleCondition, TerritoryCondition } from "./Condition.ts"
import { isFlagsCondition, isMultipleCondition, isSingleCondition, isTerritoryCondition } from "./ConditionGuards.ts"
import type { Config, Setting, Territory } from "./Config.ts"
import { isFlags, isTerritory } from "./ConfigGuards.ts"
import { settingOf } from "./ConfigSetting.ts"
import type { ConflictRule } from "./Taxonomy.ts"

/** Whether a config breaks the rule. Settings are read by their own form, which the shape of a valid config fixes. */
export const conflicts = ({ forbid }: ConflictRule, config: Config): boolean =>
  conditionsOf(forbid).every(([dimension, condition]) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && meetsCondition(condition, setting)
  })

// Few rules are evaluated for many configs.
const conditionsOf = /* @__PURE__ */ memoizeByIdentity((forbid: ConflictRule["forbid"]) => Object.entries(forbid))

/** True if a setting meets a condition. A setting of another shape meets none. */
export const meetsCondition = (condition: Condition, setting: Setting): boolean => {
  if (typeof setting === "string") return isSingleCondition(condition) && meetsSingle(condition, setting)
  if (Array.isArray(setting)) return isMultipleCondition(condition) && meetsMultiple(condition, setting)
  if (isTerritory(setting)) return isTerritoryCondition(condition) && meetsTerritory(condition, setting)
  return isFlags(setting) && isFlagsCondition(condition) && meetsFlags(condition, setting)
}

export const meetsSingle = ({ any_of, equals }: SingleCondition, code: string): boolean =>
  (equals === undefined || equals === code) && (any_of === undefined || any_of.includes(code))

export const meetsMultiple = (condition: MultipleCondition, codes: ReadonlyArray<string>): boolean => {
  const { contains, contains_all = [], contains_any, empty } = condition
  if (empty !== undefined && empty !== (codes.length === 0)) return false
  return (
    (contains === undefined || codes.includes(contains)) &&
    (contains_any === undefined || contains_any.some((code) => codes.includes(code))) &&
    contains_all.every((code) => codes.includes(code))
  )
}

export const meetsTerritory = (condition: TerritoryCondition, territory: Territory): boolean =>
  (condition.global === undefined || condition.global === territory.global) &&
  (condition.countries === undefined || meetsMultiple(condition.countries, territory.countries))

export const meetsFlags = (condition: FlagsCondition, flags: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(condition).every(([member, wanted]) => Object.hasOwn(flags, member) && flags[member] === wanted)
