import { removedItem } from "../../change/Change.ts"
import { makeFinding, replaceNode, type FixEdit, inHeader } from "../../Finding.ts"
import type { PublishedRelease } from "../../release/ReleaseHistory.ts"
import { freeSuccessor, baseOf } from "../../release/ReleaseLines.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { largestBump, bumps, next, majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { otherSources, refusedRemoval, type Check } from "../Check.ts"
import { isDue } from "../deprecation/Removals.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"
import { causesOfChanges, locateChange } from "./ChangeCauses.ts"
import { formatCorrection, onlyDefinitions } from "./Definitions.ts"

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

export const nothingToRelease: Check<
  "semver/nothing-to-release",
  { readonly declared: Version; readonly base: Version }
> = {
  id: "semver/nothing-to-release",
  title: "Release without changes",
  level: "error",
  stage: "version",
  explanation:
    "A release with the content of its base announces an upgrade that changes nothing. Publishing the same version again is not an error and does nothing, so leave the version as it is until something changes.",
  breaks: `# taxonomy.yaml, after 1.1.0 and without any change
version: 1.1.1`,
  keeps: `# taxonomy.yaml, after 1.1.0 and without any change
version: 1.1.0`,
  message: ({ base, declared }) => `Version ${declared} has no changes since ${base}`,
  help: ({ base }) => `Declare ${base} again until something changes.`,
  run: ({ base, command, published, requiredBump }) => {
    if (base === undefined || published !== undefined || requiredBump !== undefined) return []
    const facts = { declared: command.version, base: base.version }
    return [
      makeFinding(nothingToRelease, facts, {
        location: inHeader("version"),
        fix: declareVersion(base.version, command.version)
      })
    ]
  }
}

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
