import { makeFinding, inHeader } from "../../Finding.ts"
import { baseOf } from "../../release/ReleaseLines.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { bumps, next } from "../../taxonomy/VersionArithmetic.ts"
import { otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { adviceFor, fixFor, formatAdvice, type VersionAdvice } from "./VersionAdvice.ts"

export const notASuccessor: Check<
  "semver/not-a-successor",
  {
    readonly declared: Version
    /** The highest published version below the declared one. */
    readonly base: Version | null
    readonly successors: ReadonlyArray<Version>
    readonly advice: VersionAdvice
  }
> = {
  id: "semver/not-a-successor",
  title: "Version that does not follow its base",
  level: "error",
  stage: "version",
  waivable: false,
  followsFrom: [otherSources],
  explanation:
    "A release builds on the highest published version below it, and is the next patch, minor or major version after it. A gap in the numbers would make people search for releases that never existed. Only the first release can have any version. Declare the version that the finding suggests.",
  breaks: `# taxonomy.yaml, after 1.1.0
version: 1.4.0`,
  keeps: `# taxonomy.yaml, after 1.1.0
version: 1.2.0`,
  message: ({ base, declared, successors }) =>
    base === null
      ? `Version ${declared} is lower than every published version`
      : `Version ${declared} does not follow ${base}; only ${successors.join(", ")} do`,
  help: ({ advice }) => formatAdvice(advice),
  run: (proposal) => {
    const { command, declaredBump, history, published, recorded, requiredBump } = proposal
    const { base = recorded.base } = proposal
    if (base === undefined || published !== undefined) return []
    if (declaredBump !== undefined || requiredBump === undefined) return []
    const below = baseOf(history, command.version)
    const facts = {
      declared: command.version,
      base: below?.version ?? null,
      successors: below === undefined ? [] : bumps.map((bump) => next(below.version, bump)),
      advice: adviceFor(proposal, base)
    }
    return [
      makeFinding(notASuccessor, facts, {
        location: inHeader("version"),
        fix: fixFor(facts.advice, proposal.command.version)
      })
    ]
  }
}
