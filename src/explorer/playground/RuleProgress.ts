import type { Condition, Config } from "../../domain/taxonomy/Config.ts"
import { settingOf, meetsCondition } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"

/** How far a config is from breaking a rule. */
export interface RuleProgress {
  readonly rule: ConflictRule
  readonly conditions: ReadonlyArray<ConditionProgress>
  /** True if every condition is met: the config breaks the rule. */
  readonly isBroken: boolean
}

export interface ConditionProgress {
  readonly dimension: string
  readonly condition: Condition
  readonly isMet: boolean
}

/** The rules that a config breaks, then those of which it meets some conditions, the nearest first. */
export const ruleProgress = (rules: ReadonlyArray<ConflictRule>, config: Config): ReadonlyArray<RuleProgress> =>
  rules
    .map((rule) => progressOf(rule, config))
    .filter(({ conditions }) => conditions.some(({ isMet }) => isMet))
    .toSorted((left, right) => openConditions(left) - openConditions(right))

const progressOf = (rule: ConflictRule, config: Config): RuleProgress => {
  const conditions = Object.entries(rule.forbid).map(([dimension, condition]) => {
    const setting = settingOf(config, dimension)
    return { dimension, condition, isMet: setting !== undefined && meetsCondition(condition, setting) }
  })
  return { rule, conditions, isBroken: conditions.every(({ isMet }) => isMet) }
}

const openConditions = ({ conditions }: RuleProgress): number => conditions.filter(({ isMet }) => !isMet).length
