import { removedItem } from "../change/Change.ts"
import type { Finding } from "../Finding.ts"
import { itemRefs } from "../lookup/ItemUses.ts"
import { toItemId } from "../taxonomy/ItemRef.ts"
import { getCheck } from "./CheckRegistry.ts"
import type { ReleaseProposal } from "./ReleaseProposal.ts"

/**
 * Sorts findings for a report: those of the release as a whole, then item by item as in the sources, removed items first.
 * With unknown names the changes are only a guess, so findings about the version come last.
 */
export const inReportOrder = (
  { changes, command }: ReleaseProposal,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  if (findings.length < 2) return findings
  const items = [...changes.flatMap((change) => removedItem(change) ?? []), ...itemRefs(command.taxonomy)]
  const positions = new Map(items.map((item, index) => [toItemId(item), index]))
  const stageOf = ({ rule }: Finding) => getCheck(rule).stage
  const isGuess = findings.some((finding) => ["source", "reference"].includes(stageOf(finding)))
  const positionOf = (finding: Finding): number => {
    if (finding.item !== undefined) return positions.get(toItemId(finding.item)) ?? items.length
    return isGuess && stageOf(finding) === "version" ? Infinity : -1
  }
  const placed = findings.map((finding) => ({ finding, position: positionOf(finding) }))
  // A subtraction would give NaN for two infinite positions.
  return placed
    .toSorted((left, right) => (left.position < right.position ? -1 : left.position > right.position ? 1 : 0))
    .map(({ finding }) => finding)
}
