import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"

/** Makes the function that finds the label of an item: that of a snapshot, else that of the newest release with the item. */
export const makeLabels = (
  { releases }: ReleaseHistory,
  taxonomy: Taxonomy
): ((item: ItemRef) => string | undefined) => {
  const snapshots = [taxonomy, ...[...releases.values()].toReversed().map((release) => release.taxonomy)]
  return (item) => {
    for (const snapshot of snapshots) {
      const label = snapshotOf(snapshot).labelOf(item)
      if (label !== undefined) return label
    }
    return undefined
  }
}
