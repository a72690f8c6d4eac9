import type { Change } from "../../change/Change.ts"
import { removedItem } from "../../change/ChangedItems.ts"
import { pointTo, type Finding } from "../../diagnostic/Finding.ts"
import { baseOf, freeSuccessor, type PublishedRelease } from "../../release/ReleaseHistory.ts"
import { compareBumps, largestBump, next } from "../../taxonomy/Version.ts"
import type { CheckId } from "../CheckRegistry.ts"
import { isDue } from "../deprecation/RemovalDue.ts"
import type { ReleaseProposal, RuleCheck } from "../ReleaseProposal.ts"

/** The declared version against what is published, and against what the changes require (service spec, 9.1). */
export const semverFindings: RuleCheck = (proposal) => {
  const { base, declaredBump, history, published, requiredBump } = proposal
  const { version } = proposal.command
  if (base === undefined) return []
  if (published !== undefined) {
    return [
      finding("semver/version-taken", `${version} is published already, with other content`, advice(proposal, base))
    ]
  }
  if (requiredBump === undefined) {
    const message = `${version} would be the same as ${base.version}`
    return [finding("semver/nothing-to-release", message, `Change something, or declare ${base.version} again.`)]
  }
  if (declaredBump === undefined) {
    const followed = baseOf(history, version)
    const successors = followed === undefined ? [] : bumps.map((bump) => next(followed.version, bump))
    const message =
      followed === undefined
        ? `${version} is below every published version, so it follows none`
        : `${version} does not follow ${followed.version}; only ${successors.join(", ")} do`
    return [finding("semver/not-a-successor", message, advice(proposal, base))]
  }
  const order = compareBumps(declaredBump, requiredBump)
  if (order < 0) {
    const culprits = proposal.changes.filter(({ bump }) => compareBumps(bump, declaredBump) > 0)
    const needs = culprits.length === 1 ? "one of its changes needs" : `${culprits.length} of its changes need`
    const message = `${version} is a ${declaredBump} release of ${base.version}, but ${needs} a ${requiredBump} one`
    const help = `${advice(proposal, base)}${removalsNotDue(proposal, base).length > 0 ? "" : " Or take those changes back."}`
    return [finding("semver/bump-too-small", message, help)]
  }
  if (order === 0) return []
  const message = `${version} is a ${declaredBump} release of ${base.version}; a ${requiredBump} one would do`
  const help = `Declare ${proposal.successor.version}, unless the larger step is meant.`
  return [{ ...finding("semver/bump-larger-than-needed", message, help), level: "warning" }]
}

/** Which version to declare for these changes. */
const advice = (proposal: ReleaseProposal, base: PublishedRelease): string => {
  const { command, history, requiredBump, successor } = proposal
  const { on, version } = successor
  const notDue = removalsNotDue(proposal, base)
  if (notDue.length > 0) {
    // The version that a removal needs would be refused next. What else needs a major one is most often what comes of it.
    const others = largestBump(proposal.changes.filter((change) => !notDue.includes(change)).map(({ bump }) => bump))
    const { version: needed } = freeSuccessor(history, base, others)
    const enough = others === undefined || others === "major" || needed === command.version
    const rest = enough ? "" : ` The other changes need ${needed}.`
    return `Put back what is removed: it may not go yet, in whichever version.${rest}`
  }
  if (requiredBump === undefined) return `These sources are those of ${version}: declare that, or change something.`
  return on === base
    ? `Declare ${version}, which is what these changes require.`
    : `Declare ${version}, and make the changes on top of ${on?.version ?? version}: this line has gone on.`
}

const removalsNotDue = (proposal: ReleaseProposal, base: PublishedRelease): ReadonlyArray<Change> =>
  proposal.changes.filter((change) => {
    const item = removedItem(change)
    return item !== undefined && !isDue(proposal, base, item)
  })

const bumps = ["patch", "minor", "major"] as const

const finding = (rule: CheckId, message: string, help: string): Finding => ({
  rule,
  level: "error",
  message,
  help,
  at: pointTo.taxonomy("version")
})
