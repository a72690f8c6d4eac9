import {
  dayOf,
  graceReleases,
  releasesSince,
  sixMonthsAfter,
  type DeprecatedSince
} from "../../release/DeprecationClock.ts"
import { ancestry, type PublishedRelease } from "../../release/ReleaseHistory.ts"
import { toItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { compare } from "../../taxonomy/Version.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

/** Whether the next major release may remove an item: it is deprecated, and both clocks have run. */
export const isDue = (proposal: ReleaseProposal, base: PublishedRelease, item: ItemRef): boolean => {
  const since = base.clocks.get(toItemId(item))
  return (
    since !== undefined &&
    releasesBetween(proposal, base, since) >= graceReleases &&
    dayOf(proposal.command.published_at) >= sixMonthsAfter(since.date)
  )
}

/** Releases of this line after the deprecation and before the one that is proposed. */
export const releasesBetween = ({ history }: ReleaseProposal, base: PublishedRelease, since: DeprecatedSince): number =>
  releasesSince(
    since,
    ancestry(history, base)
      .map((release) => release.version)
      .filter((version) => compare(version, since.version) > 0)
  )
