import { removedItem } from "../../change/Change.ts"
import { replaceNode, type FixEdit, inHeader } from "../../Finding.ts"
import type { PublishedRelease } from "../../release/ReleaseHistory.ts"
import { freeSuccessor } from "../../release/ReleaseLines.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { largestBump, majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { isDue } from "../deprecation/facts/Removals.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

/** What to do to get a version that fits the changes. */
export type VersionAdvice =
  /** Each version would be refused because of removals; the other changes require one of their own, if any. */
  | { readonly advice: "restore"; readonly version: Version | null }
  /** The sources are those of a published version. */
  | { readonly advice: "unchanged"; readonly version: Version }
  /** `on` is the newest release of the line, if the changes must be based on it first. */
  | { readonly advice: "declare"; readonly version: Version; readonly on: Version | null }

export const adviceFor = (proposal: ReleaseProposal, base: PublishedRelease): VersionAdvice => {
  const { changes, command, requiredBump, successor } = proposal
  const early = new Set(
    changes.filter((change) => {
      const item = removedItem(change)
      return item !== undefined && !isDue(proposal, base, item)
    })
  )
  if (early.size > 0) {
    // A major bump of the other changes most often follows from the removal.
    const others = largestBump(changes.filter((change) => !early.has(change)).map(({ bump }) => bump))
    const { version } = freeSuccessor(proposal, base, others, command.published_at)
    // On a major that has ended, there is no version for the other changes.
    const hasNoVersion = majorOf(version) !== majorOf(base.version)
    const isEnough = others === undefined || others === "major" || version === command.version || hasNoVersion
    return { advice: "restore", version: isEnough ? null : version }
  }
  const { on, version } = successor
  if (requiredBump === undefined) return { advice: "unchanged", version }
  return { advice: "declare", version, on: on === undefined || on === base ? null : on.version }
}

/** The edit to declare a version, unless something else must be done first. */
export const fixFor = (advice: VersionAdvice, declared: Version): ReadonlyArray<FixEdit> =>
  advice.advice === "restore" || (advice.advice === "declare" && advice.on !== null)
    ? []
    : declareVersion(advice.version, declared)

/** The edit to declare a version of the same major. Another major is for a person to decide. */
export const declareVersion = (version: Version, declared: Version): ReadonlyArray<FixEdit> =>
  majorOf(version) === majorOf(declared) ? [replaceNode(inHeader("version"), version)] : []

export const formatAdvice = (advice: VersionAdvice): string => {
  switch (advice.advice) {
    case "restore": {
      const others = advice.version === null ? "" : ` The other changes require ${advice.version}.`
      return `Restore the removed items: no version can remove them yet.${others}`
    }
    case "unchanged":
      return `Declare ${advice.version}, which has this content, or change something.`
    case "declare":
      return advice.on === null
        ? `Declare ${advice.version}, which these changes require.`
        : `Declare ${advice.version}, and base the changes on ${advice.on}, the newest release of its line.`
  }
}
