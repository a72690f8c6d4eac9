import { makeFinding } from "../../diagnostic/Finding.ts"
import { inHeader } from "../../diagnostic/Location.ts"
import { compareBumps, type Bump, type Version } from "../../taxonomy/Version.ts"
import type { Check } from "../Check.ts"
import { adviceFor, formatAdvice, type VersionAdvice } from "./VersionAdvice.ts"

export const bumpTooSmall: Check<
  "semver/bump-too-small",
  {
    readonly declared: Version
    readonly base: Version
    readonly declared_bump: Bump
    readonly required_bump: Bump
    /** How many changes require more than the declared bump. */
    readonly changes: number
    readonly advice: VersionAdvice
  }
> = {
  id: "semver/bump-too-small",
  title: "Version bump too small",
  level: "error",
  stage: "version",
  waivable: false,
  explanation:
    "The version tells clients whether they can upgrade without a review: a patch changes only texts, a minor release only adds or deprecates, and whatever can invalidate a license requires a major release. The largest change decides. Declare the version that the finding names, or revert the changes that require it.",
  breaks: `# taxonomy.yaml, after 1.1.0 and with the definition of a value changed
version: 1.2.0`,
  keeps: `# taxonomy.yaml, after 1.1.0 and with the definition of a value changed
version: 2.0.0`,
  message: ({ base, changes, declared, declared_bump, required_bump }) =>
    `Version ${declared} is a ${declared_bump} release of ${base}, but ${changes === 1 ? "one change requires" : `${changes} changes require`} a ${required_bump} release`,
  help: ({ advice }) => `${formatAdvice(advice)}${advice.advice === "restore" ? "" : " Or revert those changes."}`,
  run: (proposal) => {
    const { base, changes, command, declaredBump, requiredBump } = proposal
    if (base === undefined || declaredBump === undefined || requiredBump === undefined) return []
    if (compareBumps(declaredBump, requiredBump) >= 0) return []
    const facts = {
      declared: command.version,
      base: base.version,
      declared_bump: declaredBump,
      required_bump: requiredBump,
      changes: changes.filter(({ bump }) => compareBumps(bump, declaredBump) > 0).length,
      advice: adviceFor(proposal, base)
    }
    return [makeFinding(bumpTooSmall, facts, { location: inHeader("version") })]
  }
}
