import { snapshotOf } from "../../../domain/vocabulary/Snapshot.ts"
import type { View, ViewProps } from "../../views.ts"
import { RuleList } from "./RuleList.tsx"
import { RulePage } from "./RulePage.tsx"

const Rules = ({ release, segments }: ViewProps) => {
  const [id] = segments
  if (id === undefined) return <RuleList release={release} />
  const rule = snapshotOf(release.taxonomy).rule(id)
  return rule && <RulePage release={release} rule={rule} />
}

export const rulesView: View = { name: "rules", title: "Rules", isInNavigation: true, component: Rules }
