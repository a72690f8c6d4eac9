import { type Change, formatChangedItem } from "../../../domain/change/Change.ts"
import { groupChanges, type ChangeGroup } from "../../../report/changes/ChangeKinds.ts"
import type { Comparison } from "../compare/Comparison.ts"
import { ChangeEntry } from "./ChangeEntry.tsx"
import { useShownCount } from "./useShownCount.tsx"

interface ChangeGroupsProps {
  readonly comparison: Comparison
  /** The changes to show, which may be a part of all. */
  readonly changes: ReadonlyArray<Change>
}

/** Changes by kind: what requires the largest bump comes first, with the reason. */
export const ChangeGroups = ({ changes, comparison }: ChangeGroupsProps) => {
  const hasBumps = comparison.direction === "forwards"
  return (
    <>
      {groupChanges(changes, !hasBumps).map((group) => (
        <Group key={`${group.bump} ${group.title}`} group={group} comparison={comparison} hasBumps={hasBumps} />
      ))}
    </>
  )
}

interface GroupProps {
  readonly group: ChangeGroup
  readonly comparison: Comparison
  readonly hasBumps: boolean
}

const Group = ({ comparison, group, hasBumps }: GroupProps) => {
  const { bump, changes, part, title, why } = group
  const { showMore, shownCount } = useShownCount(changes.length, part === "normative" ? 1000 : undefined)
  return (
    <section class="change-group">
      <h3>
        {title}
        {changes.length > 1 && <span class="change-count"> {changes.length.toLocaleString("en")}</span>}
      </h3>
      {hasBumps && (
        <p class="change-why">
          <span class={`bump bump-${bump}`}>{bump}</span> {why}
        </p>
      )}
      <ul class="changes" role="list">
        {changes.slice(0, shownCount).map((change, index) => (
          <ChangeEntry key={formatChangedItem(change) ?? index} change={change} comparison={comparison} />
        ))}
      </ul>
      {showMore}
    </section>
  )
}
