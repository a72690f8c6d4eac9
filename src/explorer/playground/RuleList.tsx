import { conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../model/Release.ts"
import { ConditionText } from "../parts/ConditionText.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import type { ConditionProgress, RuleProgress } from "./RuleProgress.ts"

interface RuleListProps {
  readonly release: Release
  readonly rules: ReadonlyArray<RuleProgress>
}

/** Explains the rules that a config breaks, and those that it comes near. */
export const RuleList = ({ release, rules }: RuleListProps) => {
  if (rules.length === 0) return <p>The config meets no condition of a rule.</p>
  return (
    <ul class="rule-progress">
      {rules.map(({ conditions, isBroken, rule }) => (
        <li key={rule.id} class={isBroken ? "broken" : undefined}>
          <p>
            <strong>{isBroken ? "Broken: " : ""}</strong>
            <TaxonomyText of={rule} name="description" /> <ItemName release={release} item={conflictRuleRef(rule.id)} />
          </p>
          <p>{isBroken ? "All conditions are met:" : openText(conditions)}</p>
          <ul>
            {conditions.map(({ condition, dimension, isMet }) => (
              <li key={dimension}>
                <span class="condition-state">{isMet ? "met" : "not met"}</span>{" "}
                <ConditionText release={release} dimension={dimension} condition={condition} />
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
