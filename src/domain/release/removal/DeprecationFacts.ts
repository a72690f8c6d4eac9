import { memoizeByIdentity } from "../../MemoizeByIdentity.ts"
import { toItemId, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { compare } from "../../taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"
import { forecastStanding, newestStanding } from "../StandingReleases.ts"
import { deprecatedItems, sinceIn, type DeprecatedItem, type DeprecatedSince } from "./DeprecationClock.ts"
import type { RemovalForecast } from "./RemovalForecast.ts"

/** What is known today of a deprecated item. Headers, warnings and bodies about it are made from these facts. */
export interface DeprecationFacts extends DeprecatedItem {
  readonly since: DeprecatedSince
  /** The removal, or when the newest release allows it. */
  readonly removal: RemovalForecast
  /** The newest release, as of which the removal is known. */
  readonly newest: Version
}

/** The facts about the items that a release deprecates, then about those that the newest release with the item does. */
export const deprecationsOf = (history: ReleaseHistory, release: PublishedRelease): ReadonlyArray<DeprecationFacts> => {
  const findFacts = makeFindFacts(history, release)
  return [
    ...deprecatedItems(release.taxonomy).map((deprecated) => findFacts(release, deprecated)),
    ...standingDeprecations(history).filter(
      ({ item }) => !release.clocks.has(toItemId(item)) && snapshotOf(release.taxonomy).labelOf(item) !== undefined
    )
  ]
}

/**
 * The facts about every item that the newest release with the item deprecates. Withdrawn releases do not count. The same
 * for all releases of a history.
 */
export const standingDeprecations = memoizeByIdentity((history: ReleaseHistory): ReadonlyArray<DeprecationFacts> => {
  const descending = [...history.releases.values()]
    .filter(({ version }) => !history.withdrawn.has(version))
    .sort((left, right) => compare(right.version, left.version))
  const [newest] = descending
  if (newest === undefined) return []
  const findFacts = makeFindFacts(history, newest)
  const found = new Map<ItemId, DeprecationFacts>()
  for (const by of descending) {
    for (const deprecated of deprecatedItems(by.taxonomy)) {
      const id = toItemId(deprecated.item)
      if (!found.has(id) && newestWith(descending, deprecated.item) === by) found.set(id, findFacts(by, deprecated))
    }
  }
  // What is gone already comes before what is still there.
  return [...found.values()].toReversed()
})

const makeFindFacts = (history: ReleaseHistory, fallback: PublishedRelease) => {
  const newest = newestStanding(history) ?? fallback
  const forecast = forecastStanding(history, newest, newest.published_at)
  return (by: PublishedRelease, deprecated: DeprecatedItem): DeprecationFacts => ({
    ...deprecated,
    since: sinceIn(by, deprecated.item),
    removal: forecast(deprecated.item),
    newest: newest.version
  })
}

/** The first of the releases that has an item. */
const newestWith = (descending: ReadonlyArray<PublishedRelease>, item: ItemRef): PublishedRelease | undefined => {
  const id = toItemId(item)
  return descending.find(
    ({ clocks, removed, taxonomy }) =>
      clocks.has(id) || (!removed.has(id) && snapshotOf(taxonomy).labelOf(item) !== undefined)
  )
}
