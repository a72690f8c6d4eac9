import { conflictRuleRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { ConflictRule } from "../../../domain/taxonomy/Taxonomy.ts"
import type { Release } from "../../model/Release.ts"
import { RuleText } from "../../parts/ConditionText.tsx"
import { JsonDetails } from "../../parts/JsonDetails.tsx"
import { Translations } from "../../parts/Translations.tsx"
import { ItemHeading } from "../item/ItemHeading.tsx"
import { ItemHistory } from "../item/ItemHistory.tsx"
import { SinceText } from "../item/SinceText.tsx"

interface RulePageProps {
  readonly release: Release
  readonly rule: ConflictRule
}

/** A conflict rule in words, and as it is published. */
export const RulePage = ({ release, rule }: RulePageProps) => {
  const item = conflictRuleRef(rule.id)
  return (
    <>
      <ItemHeading release={release} item={item} kind="Rule" />
      <dl class="facts">
        <dt>Forbids</dt>
        <dd>
          <RuleText release={release} rule={rule} />
        </dd>
        <dt>Since</dt>
        <dd>
          <SinceText release={release} item={item} />
        </dd>
      </dl>
      <Translations translations={rule.translations} />
      <ItemHistory release={release} item={item} />
      <JsonDetails label="Conditions as JSON" value={rule.forbid} />
    </>
  )
}
