import { removedItem } from "../../change/ChangedItems.ts"
import type { PublishedRelease } from "../../release/ReleaseHistory.ts"
import { freeSuccessor } from "../../release/VersionPlan.ts"
import { largestBump, type Version } from "../../taxonomy/Version.ts"
import { isDue } from "../deprecation/Removals.ts"
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
  const { changes, command, history, requiredBump, successor } = proposal
  const early = new Set(
    changes.filter((change) => {
      const item = removedItem(change)
      return item !== undefined && !isDue(proposal, base, item)
    })
  )
  if (early.size > 0) {
    // A major bump of the other changes most often follows from the removal.
    const others = largestBump(changes.filter((change) => !early.has(change)).map(({ bump }) => bump))
    const { version } = freeSuccessor(history, base, others)
    const isEnough = others === undefined || others === "major" || version === command.version
    return { advice: "restore", version: isEnough ? null : version }
  }
  const { on, version } = successor
  if (requiredBump === undefined) return { advice: "unchanged", version }
  return { advice: "declare", version, on: on === undefined || on === base ? null : on.version }
}

export const formatAdvice = (advice: VersionAdvice): string => {
  switch (advice.advice) {
    case "restore": {
      const others = advice.version === null ? "" : ` The other changes require ${advice.version}.`
      return `Restore the removed items. They cannot be removed yet, in any version.${others}`
    }
    case "unchanged":
      return `Declare ${advice.version}, which has this content, or change something.`
    case "declare":
      return advice.on === null
        ? `Declare ${advice.version}, which these changes require.`
        : `Declare ${advice.version}, and base the changes on ${advice.on}, which is already published on this line.`
  }
}
