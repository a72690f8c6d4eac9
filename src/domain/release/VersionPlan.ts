import { isSameItem, toCaselessItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { compare, majorOf, next, type Bump, type Version } from "../taxonomy/Version.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"

/** The base of a version: the release with the highest published version below it. */
export const baseOf = ({ releases }: ReleaseHistory, version: Version): PublishedRelease | undefined => {
  return highestOf(releases, (published) => compare(published, version) < 0)
}

/** A release and its bases, the newest first. */
export const ancestry = ({ releases }: ReleaseHistory, release: PublishedRelease): ReadonlyArray<PublishedRelease> => {
  const line: Array<PublishedRelease> = []
  let next: PublishedRelease | undefined = release
  while (next !== undefined) {
    line.push(next)
    next = next.base === null ? undefined : releases.get(next.base)
  }
  return line
}

/** The highest release of the highest major. */
export const newestOf = ({ releases }: Pick<ReleaseHistory, "releases">): PublishedRelease | undefined =>
  highestOf(releases, () => true)

/** The highest release of a major. */
export const newestOfMajor = ({ releases }: ReleaseHistory, major: number): PublishedRelease | undefined =>
  highestOf(releases, (version) => majorOf(version) === major)

/**
 * The earliest version that can remove a deprecated item of a release: the version of a newer line that has removed it
 * already, or the next major version of all lines.
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
 * on top of the newest one. Without a bump it is the release itself.
 */
export const freeSuccessor = (history: ReleaseHistory, base: PublishedRelease, bump: Bump | undefined): Successor => {
  if (bump === undefined) return { version: base.version, on: base }
  const direct = next(base.version, bump)
  if (!history.releases.has(direct) && baseOf(history, direct) === base) return { version: direct, on: base }
  const on = (bump === "major" ? newestOf(history) : newestOfMajor(history, majorOf(base.version))) ?? base
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
