import { pointTo, type Finding } from "../Finding.ts"
import type { RuleId } from "../rules/RuleTable.ts"
import { compareBumps, next, type Version } from "../Version.ts"
import type { Proposal } from "./Proposal.ts"

/** The declared version against what is published, and against what the changes require (service spec, 9.1). */
export const semverFindings = (proposal: Proposal): ReadonlyArray<Finding> => {
  const { base, changes, command, history, published } = proposal
  const { version } = command
  if (published !== undefined) {
    return [
      finding(
        "semver/version-taken",
        `${version} is published already, with other content`,
        `What is published never changes. Declare a new version, such as ${newest(history.releases.keys(), version)}.`
      )
    ]
  }
  if (base === undefined) return history.releases.size === 0 ? [] : [belowAll(version, [...history.releases.keys()])]
  const { declaredBump, requiredBump } = proposal
  if (requiredBump === undefined || changes.length === 0) {
    return [
      finding(
        "semver/nothing-to-release",
        `${version} would be the same as ${base.version}`,
        `Change something, or declare ${base.version} again.`
      )
    ]
  }
  const required = next(base.version, requiredBump)
  if (declaredBump === undefined) {
    const successors = [next(base.version, "patch"), next(base.version, "minor"), next(base.version, "major")]
    return [
      finding(
        "semver/not-a-successor",
        `${version} does not follow ${base.version}; only ${successors.join(", ")} do`,
        `Declare ${required}, which is what these changes require.`
      )
    ]
  }
  const order = compareBumps(declaredBump, requiredBump)
  if (order < 0) {
    const culprits = changes.filter(({ bump }) => compareBumps(bump, declaredBump) > 0).length
    return [
      finding(
        "semver/bump-too-small",
        `${version} is a ${declaredBump} release of ${base.version}, but ${culprits} of its changes need a ${requiredBump} one`,
        `Declare ${required}, or take those changes back.`
      )
    ]
  }
  return order === 0
    ? []
    : [
        {
          ...finding(
            "semver/bump-larger-than-needed",
            `${version} is a ${declaredBump} release of ${base.version}; a ${requiredBump} one would do`,
            `Declare ${required}, unless the larger step is meant.`
          ),
          level: "warning"
        }
      ]
}

const finding = (rule: RuleId, message: string, help: string): Finding => ({
  rule,
  level: "error",
  message,
  help,
  at: pointTo.taxonomy("version")
})

const belowAll = (version: Version, published: ReadonlyArray<Version>): Finding =>
  finding(
    "semver/not-a-successor",
    `${version} is below every published version, so it follows none`,
    `Declare a version that follows one of ${published.join(", ")}.`
  )

const newest = (published: Iterable<Version>, version: Version): Version => {
  const taken = new Set(published)
  let candidate = next(version, "patch")
  while (taken.has(candidate)) candidate = next(candidate, "patch")
  return candidate
}
