import type { Bump } from "../../../domain/taxonomy/Scalars.ts"
import { groupChanges } from "../../../report/changes/ChangeKinds.ts"
import type { ReleaseEntry } from "../../data/Bodies.ts"
import type { Release } from "../../model/Release.ts"
import { draft, type ReleaseName } from "../../routing/Route.ts"
import { releaseNameOf, type Comparison } from "./Comparison.ts"

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
export const nameOf = (release: Release): string => formatName(releaseNameOf(release))

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

const describeDeclared = (after: Release, declared: Bump, required: Bump): string =>
  declared === required
    ? `${nameOf(after)} was published as one.`
    : `${nameOf(after)} was published as a ${declared} release.`
