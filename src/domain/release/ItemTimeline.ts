import type { Change } from "../change/Change.ts"
import { allAddedItems, allRemovedItems, changedItem } from "../change/ChangedItems.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { empty } from "../taxonomy/EmptyTaxonomy.ts"
import { formatItem, toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Version } from "../taxonomy/Version.ts"
import type { ReleaseHistory } from "./ReleaseHistory.ts"

/** A change of an item in one release. */
export interface TimelineEntry {
  readonly version: Version
  readonly date: Timestamp
  readonly change: Change
}

/**
 * Every change of an item, named as `formatItem` formats it, in the order of the ledger. The changes of its values are
 * part of a dimension's timeline, and the addition and removal of its dimension part of a value's.
 */
export const itemTimeline = ({ releases }: ReleaseHistory, name: string): ReadonlyArray<TimelineEntry> =>
  [...releases.values()].flatMap(({ base, changes, published_at, version }) => {
    // Needed for a removed dimension alone, and a snapshot can take long to load.
    const before = () => (base === null ? undefined : releases.get(base)?.taxonomy) ?? empty
    return changes
      .filter(
        (change) =>
          ("value" in change && change.dimension === name) ||
          [
            changedItem(change) ?? [],
            allAddedItems(change),
            change.kind === "dimension-removed" ? allRemovedItems(before(), change) : []
          ]
            .flat()
            .some((item) => formatItem(item) === name)
      )
      .map((change) => ({ version, date: published_at, change }))
  })

/** Every item that the taxonomy ever held. */
export const everyItem = ({ releases }: ReleaseHistory): ReadonlyArray<ItemRef> => [
  ...new Map(
    [...releases.values()].flatMap(({ changes }) =>
      changes.flatMap((change) =>
        [changedItem(change) ?? [], allAddedItems(change)].flat().map((item) => [toItemId(item), item] as const)
      )
    )
  ).values()
]
