import { correctDefinitions, type Change, type Correction } from "../../domain/change/Change.ts"
import { diff } from "../../domain/change/Diff.ts"
import { empty } from "../../domain/taxonomy/Normalize.ts"
import type { Bump } from "../../domain/taxonomy/Scalars.ts"
import { largestBump } from "../../domain/taxonomy/VersionArithmetic.ts"
import { groupChanges } from "../../report/changes/ChangeKinds.ts"
import { makeItemFacts, type ItemFacts } from "../../report/text/ItemText.ts"
import type { ReleaseEntry } from "../data/DataSource.ts"
import { compareVersions } from "../model/Catalog.ts"
import type { ShownRelease } from "../model/Release.ts"
import { draft, type ReleaseName } from "../routing/Route.ts"
import { isAddition } from "./TimeLine.ts"

/** The changes that lead from one release to another. */
export interface Comparison {
  /** `undefined` for the first release, which is compared with nothing. */
  readonly before: ShownRelease | undefined
  readonly after: ShownRelease
  readonly changes: ReadonlyArray<Change>
  /** `backwards` if the comparison leads to an older version: only a step forwards has a bump. */
  readonly direction: "first" | "forwards" | "backwards"
  /** Missing without changes, and unless the comparison goes forwards. */
  readonly requiredBump: Bump | undefined
  readonly items: ItemFacts
}

/** Compares two releases by the rules of the pipeline. The corrections of definitions are by the name of the item. */
export const compareReleases = (
  before: ShownRelease | undefined,
  after: ShownRelease,
  corrections: ReadonlyMap<string, Correction> = new Map()
): Comparison =>
  makeComparison(before, after, correctDefinitions(diff(before?.taxonomy ?? empty, after.taxonomy), corrections))

/** The comparison of two releases whose changes are known, such as those of a report. */
export const makeComparison = (
  before: ShownRelease | undefined,
  after: ShownRelease,
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
export const releaseNameOf = ({ isDraft, version }: ShownRelease): ReleaseName => (isDraft ? draft : version)

/** The working tree follows every release, also before its version is declared. */
const directionOf = (before: ShownRelease | undefined, after: ShownRelease): Comparison["direction"] => {
  if (before === undefined) return "first"
  if (before.isDraft || after.isDraft) return before.isDraft ? "backwards" : "forwards"
  return compareVersions(before.version, after.version) > 0 ? "backwards" : "forwards"
}

/** What a comparison amounts to, a sentence each: its direction, and the bump that is required and was declared. */
export const describeComparison = (
  comparison: Comparison,
  /** The entry of the newer release; missing for the working tree. */
  entry: ReleaseEntry | undefined
): ReadonlyArray<string> => {
  const { after, before, changes, direction, requiredBump } = comparison
  if (before === undefined)
    return [`${after.isDraft ? "The working tree" : after.version} is the first release: everything in it is new.`]
  if (direction === "backwards") {
    return [
      `This goes back in time, from ${nameOf(before)} to the older ${nameOf(after)}. Only a later release needs a bump.`,
      ...(changes.length === 0 ? [noChanges] : [])
    ]
  }
  if (requiredBump === undefined) return [noChanges]
  const required = `These changes require a ${requiredBump} release: ${reasonsFor(comparison, requiredBump)}.`
  return entry !== undefined && entry.base === before.version && entry.bump !== null
    ? [required, describeDeclared(after, entry.bump, requiredBump)]
    : [required]
}

const noChanges = "Both have the same content."

/** A release, or the working tree, as the subject of a sentence. */
export const nameOf = (release: ShownRelease): string => formatName(releaseNameOf(release))

/** The same for its name in addresses. */
export const formatName = (name: ReleaseName): string => (name === draft ? "the working tree" : name)

/** The changes that require the bump, as the headings of their groups name them: "values removed (2)". */
const reasonsFor = ({ changes }: Comparison, bump: Bump): string =>
  groupChanges(changes)
    .filter((group) => group.bump === bump)
    .map(({ changes: members, title }) => {
      const reason = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
      return members.length === 1 ? reason : `${reason} (${members.length.toLocaleString("en")})`
    })
    .join(", ")

const describeDeclared = (after: ShownRelease, declared: Bump, required: Bump): string =>
  declared === required
    ? `${nameOf(after)} was published as one.`
    : `${nameOf(after)} was published as a ${declared} release.`
