import { conflictRuleRef } from "../../domain/taxonomy/ItemRef.ts"
import { conditionsOf } from "../../domain/taxonomy/Rules.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useRelease } from "../ExplorerContext.ts"
import { JsonDetails } from "../parts/CopyButton.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { RuleText } from "../parts/SettingText.tsx"
import { TaxonomyText } from "../parts/TaxonomyText.tsx"
import type { View, ViewProps } from "../views.ts"
import { ItemHistory, ItemPage } from "./ItemPage.tsx"

const Rules = ({ segments }: ViewProps) => {
  const { taxonomy } = useRelease()
  const [id] = segments
  if (id === undefined) return <RuleList />
  const rule = snapshotOf(taxonomy).rule(id)
  return rule && <RulePage rule={rule} />
}

export const rulesView: View = { name: "rules", title: "Rules", area: "read", component: Rules }

/** All conflict rules of a release. */
const RuleList = () => {
  const { taxonomy } = useRelease()
  const { rules } = taxonomy
  return (
    <>
      <h1>Rules</h1>
      <p class="lead">Combinations of settings that no license can have, and what a license needs in some cases.</p>
      {rules.length === 0 ? <p>This release has no rules.</p> : null}
      {rules.map((rule) => (
        <section key={rule.id}>
          <h2>
            <ItemName item={conflictRuleRef(rule.id)} isShort />
          </h2>
          <p>
            <RuleText rule={rule} />
          </p>
          <p class="description">
            <TaxonomyText of={rule} name="description" />
          </p>
        </section>
      ))}
    </>
  )
}

/** A conflict rule in words, and as it is published. */
const RulePage = ({ rule }: { readonly rule: ConflictRule }) => {
  const item = conflictRuleRef(rule.id)
  return (
    <ItemPage
      item={item}
      facts={
        <>
          <dt>{rule.advice === true ? "Advises" : rule.forbid === undefined ? "Demands" : "Forbids"}</dt>
          <dd>
            <RuleText rule={rule} />
          </dd>
        </>
      }
    >
      <ItemHistory item={item} />
      <JsonDetails label="Conditions as JSON" value={conditionsOf(rule)} />
    </ItemPage>
  )
}
