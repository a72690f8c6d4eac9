import { diff } from "../../change/Diff.ts"
import { makeFinding, inHeader } from "../../Finding.ts"
import { newestOf } from "../../release/ReleaseLines.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { majorOf, next } from "../../taxonomy/VersionArithmetic.ts"
import type { Check } from "../Check.ts"

export const sourcesOfNewerLine: Check<
  "lifecycle/sources-of-newer-line",
  {
    readonly declared: Version
    readonly major: number
    /** The newest release of the declared major, and the version of its next correction. */
    readonly base: Version
    readonly correction: Version
    readonly newest: Version
    /** How many changes lead from the newest release to the sources. */
    readonly changes: number
  }
> = {
  id: "lifecycle/sources-of-newer-line",
  title: "Sources of a newer major version",
  level: "error",
  stage: "release",
  blocksVersionAdvice: true,
  explanation:
    "A correction of an older major version contains what that major contains, and nothing of a newer one. Writing an older version into the newest sources would release all changes of the newer major as a correction. Restore the sources of the release that you correct, make the correction there, and restore the newest sources afterwards; docs/how-to/correct-a-release.md shows the commands.",
  breaks: `# 1.5.1 and 2.0.0 are published; taxonomy-src holds the sources of 2.0.0
version: 1.5.2`,
  keeps: `$ git restore --source v1.5.1 --staged --worktree -- taxonomy-src
# taxonomy.yaml
version: 1.5.2`,
  message: ({ changes, declared, major, newest }) =>
    `Version ${declared} belongs to v${major}, but the sources are those of ${newest}${changes === 0 ? "" : ` with ${changes === 1 ? "one change" : `${changes} changes`}`}`,
  help: ({ base, correction, newest }) =>
    `To correct ${base}, run git restore --source v${base} --staged --worktree -- taxonomy-src, make the correction there, and declare ${correction}. To continue from ${newest}, declare a version after it.`,
  run: ({ base, changes, command, declaredBump, requiredBump, standing }) => {
    const newest = newestOf(standing)
    if (base === undefined || newest === undefined || majorOf(newest.version) <= majorOf(base.version)) return []
    // Only what is refused in any case: a correction can also bring an older line closer to the newest.
    if (declaredBump === "major" || requiredBump !== "major") return []
    const distance = diff(newest.taxonomy, command.taxonomy).length
    if (distance >= changes.length) return []
    const facts = {
      declared: command.version,
      major: majorOf(base.version),
      base: base.version,
      correction: next(base.version, "patch"),
      newest: newest.version,
      changes: distance
    }
    return [makeFinding(sourcesOfNewerLine, facts, { location: inHeader("version") })]
  }
}
