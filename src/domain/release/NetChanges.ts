import { type Change, formatChangedItem, correctDefinitions, isCorrection, type Correction } from "../change/Change.ts"
import { differences, type ItemDifference } from "../change/Diff.ts"
import { kindFacts } from "../change/Recording.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"
import { ancestryOf } from "./ReleaseLines.ts"

/**
 * The net changes that lead from one release to another, of any lines and in either order. They are those of the two
 * snapshots, but a definition that the releases in between only corrected is corrected, as a release records it. They come
 * by item, in steps that each take about a millisecond.
 */
export function* netDifferences(
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): Generator<ReadonlyArray<ItemDifference>, void> {
  const { made, undone } = releasePath(history, from, to)
  const corrections = findCorrections([...undone, ...made])
  for (const step of differences(from.taxonomy, to.taxonomy)) {
    yield corrections.size === 0
      ? step
      : step.map((difference) => ({ ...difference, changes: correctDefinitions(difference.changes, corrections) }))
  }
}

/**
 * The last correction of each definition that the releases of a path only correct, by the name of the item. Releases
 * that neither add, remove nor redefine dimensions or values can be left out.
 */
export const findCorrections = (
  releases: ReadonlyArray<Pick<PublishedRelease, "changes">>
): ReadonlyMap<string, Correction> => {
  const corrections = new Map<string, Correction>()
  for (const { changes } of releases) {
    for (const change of changes) {
      if (isCorrection(change)) corrections.set(formatChangedItem(change) ?? "", change)
    }
  }
  if (corrections.size === 0) return corrections
  for (const { changes } of releases) for (const change of changes) forgetRedefined(corrections, change)
  return corrections
}

const forgetRedefined = (corrections: Map<string, Correction>, change: Change): void => {
  const { aspect, type } = kindFacts[change.kind]
  if (aspect !== "meaning" && aspect !== "added" && aspect !== "removed") return
  const changed = formatChangedItem(change) ?? ""
  corrections.delete(changed)
  if (type !== "dimension" || aspect === "meaning") return
  for (const name of corrections.keys()) if (name.startsWith(`${changed}/`)) corrections.delete(name)
}

/** The releases whose changes lead from one release to another. */
interface ReleasePath {
  /** The releases from the one that both follow from: their changes are undone, the last one first. */
  readonly undone: ReadonlyArray<PublishedRelease>
  /** The releases to the other one, in the order of their versions. */
  readonly made: ReadonlyArray<PublishedRelease>
}

export const releasePath = (history: ReleaseHistory, from: PublishedRelease, to: PublishedRelease): ReleasePath => {
  const versionsTo = (release: PublishedRelease) =>
    new Set(ancestryOf(history.releases, release).map(({ version }) => version))
  const [left, right] = [versionsTo(from), versionsTo(to)]
  const releasesOf = (versions: ReadonlySet<Version>) =>
    [...versions].sort(compare).flatMap((version) => history.releases.get(version) ?? [])
  return { undone: releasesOf(left.difference(right)), made: releasesOf(right.difference(left)) }
}
