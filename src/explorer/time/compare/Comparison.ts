import { type Change, correctDefinitions, type Correction } from "../../../domain/change/Change.ts"
import { diff } from "../../../domain/change/Diff.ts"
import { empty } from "../../../domain/taxonomy/Normalize.ts"
import type { Bump } from "../../../domain/taxonomy/Scalars.ts"
import { largestBump } from "../../../domain/taxonomy/VersionArithmetic.ts"
import { makeItemFacts, type ItemFacts } from "../../../report/text/ItemText.ts"
import type { Release } from "../../model/Release.ts"
import { compareVersions } from "../../model/Versions.ts"
import { draft, type ReleaseName } from "../../routing/Route.ts"
import { isAddition } from "../line/ReleaseText.ts"

/** The changes that lead from one release to another. */
export interface Comparison {
  /** `undefined` for the first release, which is compared with nothing. */
  readonly before: Release | undefined
  readonly after: Release
  readonly changes: ReadonlyArray<Change>
  /** `backwards` if the comparison leads to an older version: only a step forwards has a bump. */
  readonly direction: "first" | "forwards" | "backwards"
  /** Missing without changes, and unless the comparison goes forwards. */
  readonly requiredBump: Bump | undefined
  readonly items: ItemFacts
}

/** Compares two releases by the rules of the pipeline. The corrections of definitions are by the name of the item. */
export const compareReleases = (
  before: Release | undefined,
  after: Release,
  corrections: ReadonlyMap<string, Correction> = new Map()
): Comparison =>
  makeComparison(before, after, correctDefinitions(diff(before?.taxonomy ?? empty, after.taxonomy), corrections))

/** The comparison of two releases whose changes are known, such as those of a report. */
export const makeComparison = (
  before: Release | undefined,
  after: Release,
  changes: ReadonlyArray<Change>
): Comparison => {
  const direction = directionOf(before, after)
  return {
    before,
    after,
    changes: before === undefined ? changes.filter(({ kind }) => isAddition(kind)) : changes,
    direction,
    requiredBump: direction === "forwards" ? largestBump(changes.map(({ bump }) => bump)) : undefined,
    items: makeItemFacts(before?.taxonomy, after.taxonomy)
  }
}

/** The name of a release in addresses. */
export const releaseNameOf = ({ isDraft, version }: Release): ReleaseName => (isDraft ? draft : version)

/** The working tree follows every release, also before its version is declared. */
const directionOf = (before: Release | undefined, after: Release): Comparison["direction"] => {
  if (before === undefined) return "first"
  if (before.isDraft || after.isDraft) return before.isDraft ? "backwards" : "forwards"
  return compareVersions(before.version, after.version) > 0 ? "backwards" : "forwards"
}
