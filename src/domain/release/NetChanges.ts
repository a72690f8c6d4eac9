import type { Change } from "../change/Change.ts"
import { formatChangedItem } from "../change/ChangedItems.ts"
import { correctDefinitions, isCorrection, type Correction } from "../change/CorrectedDefinitions.ts"
import { differences, type Difference } from "../change/Diff.ts"
import { kindFacts } from "../change/Recording.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"
import { changesOfReleases, releasePath } from "./ReleasePath.ts"

/**
 * The net changes that lead from one release to another, of any lines and in either order. They are those of the two
 * snapshots, but a definition that the releases in between only corrected is corrected, as a release records it.
 */
export const netChanges = (
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): ReadonlyArray<Change> =>
  [...netDifferences(history, from, to)].flatMap((step) => step.flatMap(({ changes }) => changes))

/** The same changes by item, in steps that each take about a millisecond. */
export function* netDifferences(
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): Generator<ReadonlyArray<Difference>, void> {
  const { made, undone } = releasePath(history, from, to)
  const corrections = yield* findCorrections([...undone, ...made])
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
export function* findCorrections(
  releases: ReadonlyArray<Pick<PublishedRelease, "changes">>
): Generator<ReadonlyArray<never>, ReadonlyMap<string, Correction>> {
  const corrections = new Map<string, Correction>()
  for (const change of changesOfReleases(releases)) {
    if (change === undefined) yield []
    else if (isCorrection(change)) corrections.set(formatChangedItem(change) ?? "", change)
  }
  if (corrections.size === 0) return corrections
  for (const change of changesOfReleases(releases)) {
    if (change === undefined) yield []
    else forgetRedefined(corrections, change)
  }
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
