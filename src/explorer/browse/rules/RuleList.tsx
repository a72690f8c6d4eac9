import { conflictRuleRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../../model/Release.ts"
import { RuleText } from "../../parts/ConditionText.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import { TaxonomyText } from "../../parts/TaxonomyText.tsx"

/** All conflict rules of a release. */
export const RuleList = ({ release }: { readonly release: Release }) => {
  const { rules } = release.taxonomy
  return (
    <>
      <h1>Rules</h1>
      <p>Combinations of settings that no license can have.</p>
      {rules.length === 0 ? <p>This release has no rules.</p> : null}
      {rules.map((rule) => (
        <section key={rule.id}>
          <h2>
            <ItemName release={release} item={conflictRuleRef(rule.id)} isShort />
          </h2>
          <p>
            <RuleText release={release} rule={rule} />
          </p>
          <p class="description">
            <TaxonomyText of={rule} name="description" />
          </p>
        </section>
      ))}
    </>
  )
}
