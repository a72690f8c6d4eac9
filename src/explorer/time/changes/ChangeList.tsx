import { formatCount } from "../../../report/text/CountText.ts"
import type { Comparison } from "../compare/Comparison.ts"
import { ChangeFilters, useChangeFilter } from "./ChangeFilters.tsx"
import { ChangeGroups } from "./ChangeGroups.tsx"
import { filterChanges } from "./FilterChanges.ts"

/** The changes of a comparison with their filters. The heading above it is of level 2. */
export const ChangeList = ({ comparison }: { readonly comparison: Comparison }) => {
  const { changes, items } = comparison
  const shown = filterChanges(changes, useChangeFilter())
  return (
    <>
      {changes.length > 1 && <ChangeFilters changes={changes} items={items} />}
      <p role="status" class="muted">
        {shown.length === changes.length
          ? ""
          : `${shown.length.toLocaleString("en")} of ${formatCount(changes.length, "change")} shown.`}
      </p>
      <ChangeGroups comparison={comparison} changes={shown} />
    </>
  )
}
