import type { Change } from "../change/Change.ts"
import type { Version } from "../taxonomy/Version.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"

/** The releases whose changes lead from one release to another. */
export interface ReleasePath {
  /** The releases from the one that both follow from: their changes are undone, the last one first. */
  readonly undone: ReadonlyArray<PublishedRelease>
  /** The releases to the other one, in the order of their versions. */
  readonly made: ReadonlyArray<PublishedRelease>
}

export const releasePath = (history: ReleaseHistory, from: PublishedRelease, to: PublishedRelease): ReleasePath => {
  const [left, right] = [ancestry(history, from), ancestry(history, to)]
  const releasesOf = (versions: ReadonlySet<Version>) =>
    [...versions].sort(compare).flatMap((version) => history.releases.get(version) ?? [])
  return { undone: releasesOf(left.difference(right)), made: releasesOf(right.difference(left)) }
}

/** Every change of some releases, and `undefined` now and then for a pause: there may be very many. */
export function* changesOfReleases(
  releases: ReadonlyArray<Pick<PublishedRelease, "changes">>
): Generator<Change | undefined, void> {
  let count = 0
  for (const { changes } of releases) {
    for (const change of changes) {
      count += 1
      if (count % changesPerStep === 0) yield undefined
      yield change
    }
  }
}

const changesPerStep = 4096

/** A release and those that it follows from. */
const ancestry = ({ releases }: ReleaseHistory, release: PublishedRelease): ReadonlySet<Version> => {
  const versions = new Set<Version>()
  let next: PublishedRelease | undefined = release
  while (next !== undefined) {
    versions.add(next.version)
    next = next.base === null ? undefined : releases.get(next.base)
  }
  return versions
}
