import { isObject } from "../Json.ts"
import type { Condition } from "./Condition.ts"
import { isFlagsCondition, isMultipleCondition, isSingleCondition, isTerritoryCondition } from "./ConditionGuards.ts"
import type { Config, Setting, Territory } from "./Config.ts"
import { settingOf } from "./ConfigSetting.ts"
import type { Vocabulary } from "./ConfigValidation.ts"
import { meetsFlags, meetsMultiple, meetsSingle, meetsTerritory } from "./Conflicts.ts"
import type { Shape } from "./Shape.ts"
import type { ConflictRule } from "./Taxonomy.ts"

/**
 * Makes a function that is true for configs that break the rule. It holds only for configs whose settings are valid: which
 * condition fits which shape is found out once, and nothing is validated again.
 */
export const compileRule = (
  { forbid }: ConflictRule,
  dimensions: Vocabulary["dimensions"]
): ((config: Config) => boolean) => {
  const conditions = Object.entries(forbid).map(
    ([dimension, condition]) => [dimension, compileCondition(condition, dimensions.get(dimension)?.shape)] as const
  )
  return (config) => {
    for (const [dimension, isMet] of conditions) {
      const setting = settingOf(config, dimension)
      if (setting === undefined || !isMet(setting)) return false
    }
    return true
  }
}

const compileCondition = (condition: Condition, shape: Shape | undefined): ((setting: Setting) => boolean) => {
  if (shape === "single" && isSingleCondition(condition)) {
    return (setting) => typeof setting === "string" && meetsSingle(condition, setting)
  }
  if (shape === "multiple" && isMultipleCondition(condition)) {
    return (setting) => isList(setting) && meetsMultiple(condition, setting)
  }
  if (shape === "territory" && isTerritoryCondition(condition)) {
    return (setting) => hasCountries(setting) && meetsTerritory(condition, setting)
  }
  if (shape === "flags" && isFlagsCondition(condition)) {
    return (setting) => isObject(setting) && meetsFlags(condition, setting)
  }
  return () => false
}

const isList = (setting: Setting): setting is ReadonlyArray<string> => Array.isArray(setting)

const hasCountries = (setting: Setting): setting is Territory =>
  isObject(setting) && Array.isArray(setting["countries"])
