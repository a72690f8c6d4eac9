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
import { nearestIn } from "../../taxonomy/SuggestionIndex.ts"
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
  const { base, changes } = proposal
  if (base === undefined) return []
  const added = addedCodes(changes)
  return changes.flatMap((change): ReadonlyArray<Removal> => {
    const item = removedItem(change)
    if (item === undefined) return []
    const siblings = added.get(listOf(item))
    return [
      {
        item,
        base,
        ...grace(proposal)(base, item),
        renamedTo: siblings && nearestIn(codeOf(item), siblings),
        location: formerParent(item)
      }
    ]
  })
})

/** True if the next major release can remove an item: it is deprecated, and both clocks have run. */
export const isDue = (proposal: ReleaseProposal, base: PublishedRelease, item: ItemRef): boolean => {
  const { deprecated } = grace(proposal)(base, item)
  return (
    deprecated !== undefined &&
    deprecated.releasesBetween >= graceReleases &&
    dayOf(proposal.command.published_at) >= sixMonthsAfter(deprecated.since.date)
  )
}

export const formatEarliest = ({ after, date, deprecated_in, version }: EarliestRemoval): string => {
  const condition = deprecated_in === null ? "It" : `If ${deprecated_in} deprecates it today, it`
  const releases = after.length === 0 ? "" : ` after ${after.join(" and ")},`
  return `${condition} can be removed in ${version} at the earliest,${releases} and not before ${date}.`
}

type Grace = Pick<Removal, "deprecated" | "earliest">

/** The grace period of an item, which is the same for all items that one release deprecated. */
const grace = perProposal((proposal) => {
  const known = new Map<Version | undefined, Grace>()
  return (base: PublishedRelease, item: ItemRef): Grace => {
    const since = base.clocks.get(toItemId(item))
    const same = known.get(since?.version) ?? graceSince(proposal, base, since)
    known.set(since?.version, same)
    return same
  }
})

const graceSince = (proposal: ReleaseProposal, base: PublishedRelease, since: DeprecatedSince | undefined): Grace => {
  const deprecated = since && { since, releasesBetween: releasesBetween(proposal.history, base, since) }
  return { deprecated, earliest: earliestRemoval(proposal, base, deprecated) }
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

/** The codes of the added items, by the list that they are in. */
const addedCodes = (changes: ReadonlyArray<Change>): ReadonlyMap<string, ReadonlySet<string>> => {
  const added = Map.groupBy(
    changes.flatMap((change) => addedItem(change) ?? []),
    listOf
  )
  return new Map([...added].map(([list, items]) => [list, new Set(items.map(codeOf))]))
}

const codeOf = (item: ItemRef): string => (item._tag === "Value" ? item.value : formatItem(item))

/** Equal for items of one kind, and of one dimension. */
const listOf = (item: ItemRef): string => (item._tag === "Value" ? `values of ${item.dimension}` : item._tag)
