import type { Change } from "../../change/Change.ts"
import { addedItem, removedItem } from "../../change/ChangedItems.ts"
import { inHeader, inItem, type Location } from "../../diagnostic/Location.ts"
import {
  dayOf,
  graceReleases,
  releasesSince,
  sixMonthsAfter,
  type DeprecatedSince
} from "../../release/DeprecationClock.ts"
import type { PublishedRelease } from "../../release/ReleaseHistory.ts"
import { ancestry, freeSuccessor } from "../../release/VersionPlan.ts"
import { dimensionRef, formatItem, toItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { nearest } from "../../taxonomy/Suggestion.ts"
import { compare, next, type Version } from "../../taxonomy/Version.ts"
import { perProposal } from "../PerProposal.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

/** An item that a proposed release removes (service spec, 3 and 9.6). */
export interface Removal {
  readonly item: ItemRef
  readonly base: PublishedRelease
  /** The release that deprecated the item, and the releases with a new `MAJOR.MINOR` after that. */
  readonly deprecated: { readonly since: DeprecatedSince; readonly releasesBetween: number } | undefined
  readonly earliest: EarliestRemoval
  /** The code that was added and is similar, as after a rename. */
  readonly renamedTo: string | undefined
  /** The list that the item was in, or the header. */
  readonly location: Location
}

/** The first release that can remove an item. */
export type EarliestRemoval = {
  readonly version: Version
  /** `YYYY-MM-DD` */
  readonly date: string
  /** The minor releases that must come first. */
  readonly after: ReadonlyArray<Version>
  /** The release that can deprecate the item, if none has. */
  readonly deprecated_in: Version | null
}

export const removals = perProposal((proposal): ReadonlyArray<Removal> => {
  const { base, changes, history } = proposal
  if (base === undefined) return []
  return changes.flatMap((change): ReadonlyArray<Removal> => {
    const item = removedItem(change)
    if (item === undefined) return []
    const since = base.clocks.get(toItemId(item))
    const deprecated = since && { since, releasesBetween: releasesBetween(history, base, since) }
    return [
      {
        item,
        base,
        deprecated,
        earliest: earliestRemoval(proposal, base, deprecated),
        renamedTo: renamedTo(item, changes),
        location: formerParent(item)
      }
    ]
  })
})

/** True if the next major release can remove an item: it is deprecated, and both clocks have run. */
export const isDue = ({ command, history }: ReleaseProposal, base: PublishedRelease, item: ItemRef): boolean => {
  const since = base.clocks.get(toItemId(item))
  return (
    since !== undefined &&
    releasesBetween(history, base, since) >= graceReleases &&
    dayOf(command.published_at) >= sixMonthsAfter(since.date)
  )
}

export const formatEarliest = ({ after, date, deprecated_in, version }: EarliestRemoval): string => {
  const condition = deprecated_in === null ? "It" : `If ${deprecated_in} deprecates it today, it`
  const releases = after.length === 0 ? "" : ` after ${after.join(" and ")},`
  return `${condition} can be removed in ${version} at the earliest,${releases} and not before ${date}.`
}

/** The releases of this line after the deprecation and before the proposed one. */
const releasesBetween = (history: ReleaseProposal["history"], base: PublishedRelease, since: DeprecatedSince): number =>
  releasesSince(
    since,
    ancestry(history, base)
      .map((release) => release.version)
      .filter((version) => compare(version, since.version) > 0)
  )

const earliestRemoval = (
  { command, history }: ReleaseProposal,
  base: PublishedRelease,
  deprecated: Removal["deprecated"]
): EarliestRemoval => {
  const minor = freeSuccessor(history, base, "minor").version
  const missing = Math.max(0, graceReleases - (deprecated?.releasesBetween ?? 0))
  return {
    version: freeSuccessor(history, base, "major").version,
    date: sixMonthsAfter(deprecated?.since.date ?? command.published_at),
    after: minorsAfter(deprecated === undefined ? minor : base.version, missing),
    deprecated_in: deprecated === undefined ? minor : null
  }
}

const minorsAfter = (version: Version, count: number): ReadonlyArray<Version> => {
  const minors: Array<Version> = []
  while (minors.length < count) minors.push(next(minors.at(-1) ?? version, "minor"))
  return minors
}

const formerParent = (item: ItemRef): Location =>
  item._tag === "Value" ? { ...inItem(dimensionRef(item.dimension), "values"), key: true } : inHeader("version")

/** The most similar code among the added items of the same kind, and of the same dimension. */
const renamedTo = (removed: ItemRef, changes: ReadonlyArray<Change>): string | undefined =>
  nearest(
    codeOf(removed),
    changes.flatMap((change) => {
      const added = addedItem(change)
      return added !== undefined && areSiblings(added, removed) ? [codeOf(added)] : []
    })
  )

const codeOf = (item: ItemRef): string => (item._tag === "Value" ? item.value : formatItem(item))

const areSiblings = (left: ItemRef, right: ItemRef): boolean =>
  left._tag === right._tag && (left._tag !== "Value" || right._tag !== "Value" || left.dimension === right.dimension)
