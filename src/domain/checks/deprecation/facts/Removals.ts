import { removedItem } from "../../../change/Change.ts"
import { type Links, inHeader, inItem, type Location } from "../../../Finding.ts"
import type { PublishedRelease } from "../../../release/ReleaseHistory.ts"
import { newestOf } from "../../../release/ReleaseLines.ts"
import type { DeprecatedSince } from "../../../release/removal/DeprecationClock.ts"
import { releasesBetween, type RemovalForecast } from "../../../release/removal/RemovalForecast.ts"
import { forecastStanding } from "../../../release/StandingReleases.ts"
import { dimensionRef, toItemId, type ItemRef } from "../../../taxonomy/ItemRef.ts"
import { perProposal } from "../../PerProposal.ts"
import type { ReleaseProposal } from "../../ReleaseProposal.ts"
import { findRenames } from "./Renames.ts"

/** An item that a proposed release removes (service spec, 3 and 9.6). */
export interface Removal {
  readonly item: ItemRef
  readonly base: PublishedRelease
  /** The release that deprecated the item, and the releases with a new `MAJOR.MINOR` after that. */
  readonly deprecated: { readonly since: DeprecatedSince; readonly releasesBetween: number } | undefined
  readonly earliest: RemovalForecast
  /** The added item that this one looks renamed to. */
  readonly renamedTo: ItemRef | undefined
  /** The code that it looks renamed to, else the list that the item was in, or the header. */
  readonly location: Location
  readonly links: Links
}

export const removals = perProposal((proposal): ReadonlyArray<Removal> => {
  const { base, changes } = proposal
  if (base === undefined) return []
  const renameOf = findRenames(base.taxonomy, changes)
  return changes.flatMap((change): ReadonlyArray<Removal> => {
    const item = removedItem(change)
    if (item === undefined) return []
    const renamedTo = renameOf(item)
    const location = renamedTo === undefined ? formerParent(item) : codeLocation(renamedTo)
    const links = renamedTo === undefined ? {} : { explains: [toItemId(item), toItemId(renamedTo)] }
    return [{ item, base, ...grace(proposal)(base, item), renamedTo, location, links }]
  })
})

/** True if the next major release can remove an item: it is deprecated, and both clocks have run. */
export const isDue = (proposal: ReleaseProposal, base: PublishedRelease, item: ItemRef): boolean =>
  grace(proposal)(base, item).earliest.may_go === "now"

type Grace = Pick<Removal, "deprecated" | "earliest">

/** The grace period of an item, which is the same for all items that one release deprecated. */
const grace = perProposal(({ command, history, standing }) => {
  let forecast: ReturnType<typeof forecastStanding> | undefined
  return (base: PublishedRelease, item: ItemRef): Grace => {
    const since = base.clocks.get(toItemId(item))
    forecast ??= forecastStanding(history, newestOf(standing) ?? base, command.published_at)
    return {
      deprecated: since && { since, releasesBetween: releasesBetween(standing.releases, base, since) },
      earliest: forecast(item)
    }
  }
})

/** Where the sources name an item. */
const codeLocation = (item: ItemRef): Location => inItem(item, item._tag === "Dimension" ? "name" : "code")

/** The list that an item was in, or the header. */
export const formerParent = (item: ItemRef): Location =>
  item._tag === "Value" ? { ...inItem(dimensionRef(item.dimension), "values"), key: true } : inHeader("version")
