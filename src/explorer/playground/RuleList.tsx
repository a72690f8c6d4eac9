import type { Condition, Config } from "../../domain/taxonomy/Config.ts"
import { conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf, meetsCondition } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"
import { ItemName } from "../parts/ItemName.tsx"
import { ConditionText } from "../parts/SettingText.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"

interface RuleListProps {
  readonly rules: ReadonlyArray<RuleProgress>
}

/** Explains the rules that a config breaks, and those that it comes near. */
export const RuleList = ({ rules }: RuleListProps) => {
  if (rules.length === 0) return <p>The config meets no condition of a rule.</p>
  return (
    <ul class="rule-progress">
      {rules.map(({ conditions, isBroken, rule }) => (
        <li key={rule.id} class={isBroken ? "broken" : undefined}>
          <p>
            <strong>{isBroken ? "Broken: " : ""}</strong>
            <TaxonomyText of={rule} name="description" /> <ItemName item={conflictRuleRef(rule.id)} />
          </p>
          <p>{isBroken ? "All conditions are met:" : openText(conditions)}</p>
          <ul>
            {conditions.map(({ condition, dimension, isMet }) => (
              <li key={dimension}>
                <span class="condition-state">{isMet ? "met" : "not met"}</span>{" "}
                <ConditionText dimension={dimension} condition={condition} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const openText = (conditions: ReadonlyArray<ConditionProgress>): string => {
  const open = conditions.filter(({ isMet }) => !isMet).length
  return open === 1 ? "Broken if one more condition is met:" : `Broken if ${open} more conditions are met:`
}

/** How far a config is from breaking a rule. */
interface RuleProgress {
  readonly rule: ConflictRule
  readonly conditions: ReadonlyArray<ConditionProgress>
  /** True if every condition is met: the config breaks the rule. */
  readonly isBroken: boolean
}

interface ConditionProgress {
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
