import type { Change } from "../../change/Change.ts"
import { makeFinding, inHeader } from "../../Finding.ts"
import { canonicalJson } from "../../ledger/CanonicalJson.ts"
import { listNames } from "../../Sentence.ts"
import { conditionsOf } from "../../taxonomy/Rules.ts"
import type { Bump, Version } from "../../taxonomy/Scalars.ts"
import type { ConflictRule } from "../../taxonomy/Taxonomy.ts"
import { compareBumps } from "../../taxonomy/VersionArithmetic.ts"
import { misspeltWaiver, otherSources, refusedRemoval, type Check } from "../Check.ts"
import { causesOfChanges, locateChange, formatNamedChange, nameChange, type NamedChange } from "./ChangeCauses.ts"
import { adviceFor, fixFor, formatAdvice, type VersionAdvice, declareVersion } from "./DeclaredVersion.ts"
import { formatCorrection, onlyDefinitions } from "./Definitions.ts"

export const bumpTooSmall: Check<
  "semver/bump-too-small",
  {
    readonly declared: Version
    readonly base: Version
    readonly declared_bump: Bump
    readonly required_bump: Bump
    /** How many changes require more than the declared bump, and the first of them. */
    readonly changes: number
    readonly first: ReadonlyArray<NamedChange>
    /** The items whose definitions changed, if no other change requires more than the declared bump. */
    readonly definitions: ReadonlyArray<string>
    /** Rules with the conditions of a rule that is gone. */
    readonly renamed_rules: ReadonlyArray<{ readonly from: string; readonly to: string }>
    readonly advice: VersionAdvice
  }
> = {
  id: "semver/bump-too-small",
  title: "Version bump too small",
  level: "error",
  stage: "version",
  followsFrom: [otherSources, refusedRemoval, misspeltWaiver],
  explanation:
    "The version tells clients whether they can upgrade without a review: a patch changes only texts, a minor release only adds or deprecates, and whatever can invalidate a license requires a major release. The largest change decides. Declare the version that the finding names, or revert the changes that require it.",
  breaks: `# taxonomy.yaml, after 1.1.0 and with the definition of a value changed
version: 1.2.0`,
  keeps: `# taxonomy.yaml, after 1.1.0 and with the definition of a value changed
version: 2.0.0`,
  message: ({ base, changes, declared, declared_bump, first, required_bump }) =>
    `Version ${declared} is a ${declared_bump} release of ${base}, but ${formatChanges(first, changes)} ${changes === 1 ? "requires" : "require"} a ${required_bump} release`,
  help: ({ advice, changes, declared, definitions, renamed_rules }) => {
    const ids = renamed_rules.map(({ from, to }) => `If you renamed the rule ${from} to ${to}, write ${from} again. `)
    const declare =
      advice.advice === "declare" && advice.on === null
        ? `Declare ${advice.version}, or revert ${changes === 1 ? "that change" : "these changes"}.`
        : formatAdvice(advice)
    return `${ids.join("")}${declare}${formatCorrection(definitions, declared, declared)}`
  },
  run: (proposal) => {
    const { base, changes, command, declaredBump, requiredBump } = proposal
    if (base === undefined || declaredBump === undefined || requiredBump === undefined) return []
    if (compareBumps(declaredBump, requiredBump) >= 0) return []
    const costly = changes.filter(({ bump }) => compareBumps(bump, declaredBump) > 0)
    const causeOf = causesOfChanges(proposal)
    const facts = {
      declared: command.version,
      base: base.version,
      declared_bump: declaredBump,
      required_bump: requiredBump,
      changes: costly.length,
      first: costly.slice(0, maxNamed).map(nameChange),
      definitions: onlyDefinitions(costly),
      renamed_rules: renamedRules(base.taxonomy.rules, costly),
      advice: adviceFor(proposal, base)
    }
    const where = {
      location: inHeader("version"),
      links: { causes: costly.map(causeOf) },
      changes: costly.slice(0, maxLocated).flatMap(locateChange)
    }
    return [makeFinding(bumpTooSmall, facts, { ...where, fix: fixFor(facts.advice, proposal.command.version) })]
  }
}

export const bumpLargerThanNeeded: Check<
  "semver/bump-larger-than-needed",
  {
    readonly declared: Version
    readonly base: Version
    readonly declared_bump: Bump
    readonly required_bump: Bump
    readonly suggested_version: Version
  }
> = {
  id: "semver/bump-larger-than-needed",
  title: "Version bump larger than needed",
  level: "warning",
  stage: "version",
  explanation:
    "A larger bump than the changes require is allowed, but every client has to look for breaking changes that do not exist. Declare the smaller version, unless the larger bump is intended.",
  breaks: `# taxonomy.yaml, after 1.1.0 and with one label corrected
version: 2.0.0`,
  keeps: `# taxonomy.yaml, after 1.1.0 and with one label corrected
version: 1.1.1`,
  message: ({ base, declared, declared_bump, required_bump }) =>
    `Version ${declared} is a ${declared_bump} release of ${base}, but the changes require only a ${required_bump} release`,
  help: ({ suggested_version }) => `Declare ${suggested_version}, unless the larger bump is intended.`,
  run: ({ base, command, declaredBump, requiredBump, successor }) => {
    if (base === undefined || declaredBump === undefined || requiredBump === undefined) return []
    if (compareBumps(declaredBump, requiredBump) <= 0 || successor.version === command.version) return []
    const facts = {
      declared: command.version,
      base: base.version,
      declared_bump: declaredBump,
      required_bump: requiredBump,
      suggested_version: successor.version
    }
    return [
      makeFinding(bumpLargerThanNeeded, facts, {
        location: inHeader("version"),
        fix: declareVersion(successor.version, command.version)
      })
    ]
  }
}

/** The changes that a sentence names, and those whose lines a report shows. */
const maxNamed = 3

const maxLocated = 20

const formatChanges = (first: ReadonlyArray<NamedChange>, count: number): string => {
  const named = first.map(formatNamedChange)
  if (count > named.length) return `${count} changes (${named.join(", ")}, …)`
  return listNames(named)
}

/** The added rules that have the conditions of a rule of the base release that is gone. */
const renamedRules = (before: ReadonlyArray<ConflictRule>, changes: ReadonlyArray<Change>) => {
  const added = changes.flatMap((change) => (change.kind === "rule-added" ? [change.after] : []))
  if (added.length === 0) return []
  const byCondition = new Map(before.map((rule) => [canonicalJson(conditionsOf(rule)), rule.id]))
  return added.flatMap((rule) => {
    const { id } = rule
    const from = byCondition.get(canonicalJson(conditionsOf(rule)))
    return from === undefined || from === id ? [] : [{ from, to: id }]
  })
}
