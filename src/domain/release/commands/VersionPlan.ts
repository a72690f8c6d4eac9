import type { Timestamp } from "../../ledger/Timestamp.ts"
import { isSameItem, toCaselessItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { Bump, Version } from "../../taxonomy/Version.ts"
import { compare, majorOf, next } from "../../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"

/** The base of a version: the release with the highest published version below it. */
export const baseOf = ({ releases }: ReleaseHistory, version: Version): PublishedRelease | undefined => {
  return highestOf(releases, (published) => compare(published, version) < 0)
}

/** The highest release of the highest major. */
export const newestOf = ({ releases }: Pick<ReleaseHistory, "releases">): PublishedRelease | undefined =>
  highestOf(releases, () => true)

/** The highest release of a major. */
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
 * The lowest free version for changes to a release that require a bump. If its line has newer releases, that is a version
 * on top of the newest one. If its major has ended, that is a version on top of the newest release of all. Without a bump
 * it is the release itself.
 */
export const freeSuccessor = (
  history: ReleaseHistory,
  base: PublishedRelease,
  bump: Bump | undefined,
  today: Timestamp
): Successor => {
  if (bump === undefined) return { version: base.version, on: base }
  const major = majorOf(base.version)
  const end = history.endedMajors.get(major)?.date
  const hasEnded = end !== undefined && end <= today
  const direct = next(base.version, bump)
  const isFree = !history.releases.has(direct) && baseOf(history, direct) === base
  if (isFree && !hasEnded) return { version: direct, on: base }
  const on = (bump === "major" || hasEnded ? newestOf(history) : newestOfMajor(history, major)) ?? base
  return { version: next(on.version, bump), on }
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
