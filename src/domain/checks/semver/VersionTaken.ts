import { makeFinding, inHeader } from "../../Finding.ts"
import { freeSuccessor } from "../../release/ReleaseLines.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { largestBump } from "../../taxonomy/VersionArithmetic.ts"
import { otherSources, refusedRemoval } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { causesOfChanges, locateChange } from "./ChangeCauses.ts"
import { formatCorrection, onlyDefinitions } from "./DefinitionCorrections.ts"
import { adviceFor, fixFor, formatAdvice, type VersionAdvice } from "./VersionAdvice.ts"

export const versionTaken: Check<
  "semver/version-taken",
  {
    readonly declared: Version
    readonly advice: VersionAdvice
    /** The items whose definitions changed, if no other change requires a major release. */
    readonly definitions: ReadonlyArray<string>
    /** The version to declare if these definitions keep their meaning. */
    readonly correction: Version
  }
> = {
  id: "semver/version-taken",
  title: "Published version declared for different content",
  level: "error",
  stage: "version",
  waivable: false,
  followsFrom: [otherSources, refusedRemoval],
  explanation:
    "A published version never changes: clients pin it and rely on getting the same bytes forever. The sources differ from the release of that version, so they need a version of their own. Declare the next one in taxonomy.yaml.",
  breaks: `# taxonomy.yaml, after 1.1.0 was published and a value was added
version: 1.1.0`,
  keeps: `# taxonomy.yaml, after 1.1.0 was published and a value was added
version: 1.2.0`,
  message: ({ declared }) => `Version ${declared} is already published with different content`,
  help: ({ advice, correction, declared, definitions }) =>
    formatAdvice(advice) + formatCorrection(definitions, correction, declared),
  run: (proposal) => {
    const { command, published, recorded } = proposal
    const { base = recorded.base } = proposal
    if (base === undefined || published === undefined) return []
    const { changes } = proposal
    const major = changes.filter(({ bump }) => bump === "major")
    const definitions = onlyDefinitions(major)
    const others = largestBump(changes.filter((change) => !major.includes(change)).map(({ bump }) => bump))
    const facts = {
      declared: command.version,
      advice: adviceFor(proposal, base),
      definitions,
      correction: freeSuccessor(proposal, base, others ?? "patch", command.published_at).version
    }
    const where = {
      location: inHeader("version"),
      links: { causes: changes.map(causesOfChanges(proposal)) },
      changes: definitions.length === 0 ? [] : major.flatMap(locateChange)
    }
    return [makeFinding(versionTaken, facts, { ...where, fix: fixFor(facts.advice, proposal.command.version) })]
  }
}
