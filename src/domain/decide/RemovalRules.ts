import type { Change } from "../Change.ts"
import { pointTo, type Finding, type Pointer } from "../Finding.ts"
import { dayOf, graceReleases, releasesSince, sixMonthsAfter, type DeprecatedSince } from "../Grace.ts"
import { ancestry, freeSuccessor, type PublishedRelease } from "../History.ts"
import { removedBy, type ChangedItem } from "../Removals.ts"
import type { RuleId } from "../rules/RuleTable.ts"
import { compare, majorOf, next, type Version } from "../Version.ts"
import type { Proposal, RuleCheck } from "./Proposal.ts"

/** An item goes only in a later major version, deprecated before, with both clocks run (service spec, 3 and 9.6). */
export const removalFindings: RuleCheck = (proposal) => {
  const { base } = proposal
  if (base === undefined) return []
  return proposal.changes.flatMap((change): ReadonlyArray<Finding> => {
    const item = removedBy(change)
    return item === undefined ? [] : findingsOf(proposal, base, item, parentOf(change))
  })
}

const findingsOf = (
  proposal: Proposal,
  base: PublishedRelease,
  item: ChangedItem,
  at: Pointer
): ReadonlyArray<Finding> => {
  const { command, version } = proposal
  const { published_at } = command
  const finding = (rule: RuleId, message: string, help: string): Finding => ({
    rule,
    level: "error",
    subject: item.subject,
    message,
    help,
    at
  })
  const { subject } = item
  const since = base.clocks.get(item.key)
  const findings: Array<Finding> = []
  if (majorOf(version) <= majorOf(base.version)) {
    const message = `${subject} is removed in ${version}, but what is published goes only in a major release`
    findings.push(
      finding("deprecation/removed-outside-major", message, `Put it back. ${earliest(proposal, base, since)}`)
    )
  }
  if (since === undefined) {
    const message = `${subject} is removed, but was not deprecated in ${base.version}`
    const help = `Put it back, and deprecate it first. ${earliest(proposal, base, since)}`
    return [...findings, finding("deprecation/removed-without-deprecation", message, help)]
  }
  const between = releasesBetween(proposal, base, since)
  if (between < graceReleases) {
    const message =
      `${subject} is deprecated since ${since.version}, and ${count(between)} with a new MAJOR.MINOR came ` +
      `between that and ${version}; ${graceReleases} are needed`
    const help = `Put it back. ${earliest(proposal, base, since)}`
    findings.push(finding("deprecation/removed-before-minor-releases", message, help))
  }
  const date = sixMonthsAfter(since.date)
  if (dayOf(published_at) < date) {
    const message = `${subject} is deprecated since ${dayOf(since.date)}, less than six months before ${dayOf(published_at)}`
    const help = `Put it back. ${earliest(proposal, base, since)}`
    findings.push(finding("deprecation/removed-before-six-months", message, help))
  }
  return findings
}

const count = (releases: number): string =>
  releases === 0 ? "no release" : releases === 1 ? "only one release" : `${releases} releases`

/** Releases of this line after the deprecation and before the one that is proposed. */
const releasesBetween = ({ history }: Proposal, base: PublishedRelease, since: DeprecatedSince): number =>
  releasesSince(
    since,
    ancestry(history, base)
      .map((release) => release.version)
      .filter((version) => compare(version, since.version) > 0)
  )

/** Names the earliest version and date, and the minor releases that have to come before. */
const earliest = (proposal: Proposal, base: PublishedRelease, since: DeprecatedSince | undefined): string => {
  const { command, history } = proposal
  const minor = freeSuccessor(history, base, "minor").version
  const start = since ?? { version: minor, date: command.published_at }
  const came = since === undefined ? 0 : releasesBetween(proposal, base, since)
  const first = since === undefined ? minor : base.version
  const missing = minorsAfter(first, Math.max(0, graceReleases - came))
  const major = freeSuccessor(history, base, "major").version
  const deprecate = since === undefined ? `Deprecated in ${start.version} today, it` : "It"
  const after = missing.length === 0 ? "" : ` after ${missing.join(" and ")}`
  return `${deprecate} may go in ${major} at the earliest${after}, not before ${sixMonthsAfter(start.date)}.`
}

const minorsAfter = (version: Version, wanted: number): ReadonlyArray<Version> => {
  const minors: Array<Version> = []
  while (minors.length < wanted) minors.push(next(minors.at(-1) ?? version, "minor"))
  return minors
}

/** What is left of the removed item's surroundings. */
const parentOf = (change: Change): Pointer =>
  change.kind === "value-removed" ? pointTo.dimension(change.dimension, "values") : pointTo.taxonomy("version")
