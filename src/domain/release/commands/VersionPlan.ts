import type { ReleaseProposal } from "../../checks/ReleaseProposal.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { isSameItem, toCaselessItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { Bump, Version } from "../../taxonomy/Version.ts"
import { bumpBetween, compare, majorOf, next, nextFree } from "../../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"

/** The base of a version: the release with the highest published version below it. */
export const baseOf = (
  { releases }: Pick<ReleaseHistory, "releases">,
  version: Version
): PublishedRelease | undefined => highestOf(releases, (published) => compare(published, version) < 0)

/** The highest release of the highest major, withdrawn or not. */
export const newestOf = ({ releases }: Pick<ReleaseHistory, "releases">): PublishedRelease | undefined =>
  highestOf(releases, () => true)

/** The highest release of a major, withdrawn or not. */
export const newestOfMajor = ({ releases }: ReleaseHistory, major: number): PublishedRelease | undefined =>
  highestOf(releases, (version) => majorOf(version) === major)

/**
 * The version that can remove a deprecated item of a release, as format 1 records it: the version of a newer line that has
 * removed it already, or the next major version of all lines. Newer formats record forecasts.
 */
export const removalVersions = (
  { releases, tombstones }: ReleaseHistory,
  version: Version,
  newest = newestOf({ releases })?.version ?? version
): ((item: ItemRef) => Version) => {
  const nextMajor = next(compare(newest, version) > 0 ? newest : version, "major")
  return (item) => {
    const gone = tombstones.size === 0 ? undefined : tombstones.get(toCaselessItemId(item))
    return gone !== undefined && isSameItem(gone.item, item) && compare(gone.version, version) > 0
      ? gone.version
      : nextMajor
  }
}

/** A free version and its base. */
export interface Successor {
  readonly version: Version
  readonly on: PublishedRelease | undefined
}

/**
 * The lowest free version for changes to a release that stands and require a bump. If its line has newer releases, that is
 * a version on top of the newest one. If its major has ended, that is a version on top of the newest release of all. A
 * withdrawn release is corrected by its next patch, so that clients of its minor version get it.
 * Without a bump it is the release itself. Withdrawn releases use up their numbers.
 */
export const freeSuccessor = (
  { history, recorded, standing }: Pick<ReleaseProposal, "history" | "standing" | "recorded">,
  base: PublishedRelease,
  bump: Bump | undefined,
  today: Timestamp
): Successor => {
  if (bump === undefined) return { version: base.version, on: base }
  const hasEnded = (major: number) => (history.endedMajors.get(major)?.date ?? "9") <= today
  const major = majorOf(base.version)
  const direct = next(base.version, bump)
  const top = recorded.base ?? base
  const correction = next(top.version, "patch")
  if (
    history.withdrawn.has(top.version) &&
    majorOf(top.version) === major &&
    !hasEnded(major) &&
    !history.releases.has(correction) &&
    bumpBetween(base.version, correction) === bump
  )
    return { version: correction, on: base }
  const isFree = !history.releases.has(direct) && baseOf(history, direct) === recorded.base
  if (isFree && !hasEnded(major)) return { version: direct, on: base }
  const on = (bump === "major" || hasEnded(major) ? newestOf(standing) : newestOfMajor(standing, major)) ?? base
  const least = hasEnded(majorOf(on.version)) ? "major" : bump
  return { version: nextFree(on.version, least, history.releases.keys()), on }
}

/** The majors that have a release, in ascending order. */
export const majorsOf = ({ releases }: ReleaseHistory): ReadonlyArray<number> =>
  [...new Set([...releases.keys()].map(majorOf))].sort((left, right) => left - right)

const highestOf = (
  releases: ReleaseHistory["releases"],
  isCandidate: (version: Version) => boolean
): PublishedRelease | undefined => {
  let highest: PublishedRelease | undefined
  for (const [version, release] of releases) {
    if (isCandidate(version) && (highest === undefined || compare(version, highest.version) > 0)) highest = release
  }
  return highest
}
