import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { deprecatedItems, type DeprecatedItem } from "../../domain/release/removal/DeprecationClock.ts"
import { findLabel } from "../../domain/taxonomy/ItemLabels.ts"
import { toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"

/** An item that a release deprecates. */
export interface DeprecatedBy extends DeprecatedItem {
  readonly by: PublishedRelease
}

/**
 * The items of a release that it does not deprecate, but the newest later release that has them does. Withdrawn releases
 * do not count.
 */
export const deprecatedLater = (history: ReleaseHistory, release: PublishedRelease): ReadonlyArray<DeprecatedBy> =>
  standingDeprecations(history).filter(
    ({ by, item }) =>
      compare(by.version, release.version) > 0 &&
      !release.clocks.has(toItemId(item)) &&
      findLabel(release.taxonomy, item) !== undefined
  )

/** Every item that the newest available release with the item deprecates. The same for all releases of a history. */
const standingDeprecations = memoizeByIdentity(
  ({ releases, withdrawn }: ReleaseHistory): ReadonlyArray<DeprecatedBy> => {
    const descending = [...releases.values()]
      .filter(({ version }) => !withdrawn.has(version))
      .sort((left, right) => compare(right.version, left.version))
    const found = new Map<ItemId, DeprecatedBy>()
    for (const by of descending) {
      for (const deprecated of deprecatedItems(by.taxonomy)) {
        const id = toItemId(deprecated.item)
        if (!found.has(id)) found.set(id, { ...deprecated, by })
      }
    }
    const standing = [...found.values()].filter(({ by, item }) => newestWith(descending, item) === by)
    // What is gone already comes before what is still there.
    return standing.toReversed()
  }
)

/** The first of the releases that has an item. */
const newestWith = (descending: ReadonlyArray<PublishedRelease>, item: ItemRef): PublishedRelease | undefined => {
  const id = toItemId(item)
  return descending.find(
    ({ clocks, removed, taxonomy }) => clocks.has(id) || (!removed.has(id) && findLabel(taxonomy, item) !== undefined)
  )
}
