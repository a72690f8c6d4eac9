import type { Change } from "../../change/Change.ts"
import { addedItem, removedItem } from "../../change/ChangedItems.ts"
import { pointTo, type Finding, type Pointer } from "../../diagnostic/Finding.ts"
import { dayOf, graceReleases, sixMonthsAfter, type DeprecatedSince } from "../../release/DeprecationClock.ts"
import { freeSuccessor, type PublishedRelease } from "../../release/ReleaseHistory.ts"
import { formatItem, toItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { nearest } from "../../taxonomy/Suggestion.ts"
import { majorOf, next, type Version } from "../../taxonomy/Version.ts"
import type { CheckId } from "../CheckRegistry.ts"
import type { ReleaseProposal, RuleCheck } from "../ReleaseProposal.ts"
import { releasesBetween } from "./RemovalDue.ts"

/** An item goes only in a later major version, deprecated before, with both clocks run (service spec, 3 and 9.6). */
export const removalFindings: RuleCheck = (proposal) => {
  const { base } = proposal
  if (base === undefined) return []
  return proposal.changes.flatMap((change): ReadonlyArray<Finding> => {
    const item = removedItem(change)
    return item === undefined
      ? []
      : findingsOf(proposal, base, item, { at: parentOf(change), renamed: renamedTo(item, proposal.changes) })
  })
}

const findingsOf = (
  proposal: ReleaseProposal,
  base: PublishedRelease,
  item: ItemRef,
  { at, renamed }: { readonly at: Pointer; readonly renamed: string | undefined }
): ReadonlyArray<Finding> => {
  const { command, version } = proposal
  const { published_at } = command
  const subject = formatItem(item)
  const finding = (rule: CheckId, message: string, help: string): Finding => ({
    rule,
    level: "error",
    subject,
    message,
    help,
    at
  })
  const since = base.clocks.get(toItemId(item))
  const findings: Array<Finding> = []
  if (majorOf(version) <= majorOf(base.version)) {
    const message = `${subject} is removed in ${version}, but what is published goes only in a major release`
    findings.push(
      finding("deprecation/removed-outside-major", message, `Put it back. ${earliest(proposal, base, since)}`)
    )
  }
  if (since === undefined) {
    const message = `${subject} is removed, but was not deprecated in ${base.version}`
    const putBack =
      renamed === undefined
        ? "Put it back, and deprecate it first."
        : `Was it renamed to ${renamed}? Keep the code and change the label, or add the new code and deprecate the old one.`
    const help = `${putBack} ${earliest(proposal, base, since)}`
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

/** Names the earliest version and date, and the minor releases that have to come before. */
const earliest = (proposal: ReleaseProposal, base: PublishedRelease, since: DeprecatedSince | undefined): string => {
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
  change.kind === "value-removed"
    ? { ...pointTo.dimension(change.dimension, "values"), key: true }
    : pointTo.taxonomy("version")

/** The code of the same kind, and of the same dimension, that came with the removal and is near to what went. */
const renamedTo = (removed: ItemRef, changes: ReadonlyArray<Change>): string | undefined =>
  nearest(
    codeOf(removed),
    changes.flatMap((change) => {
      const added = addedItem(change)
      return added !== undefined && areSiblings(added, removed) ? [codeOf(added)] : []
    })
  )

const codeOf = (item: ItemRef): string => (item._tag === "Value" ? item.value : formatItem(item))

const areSiblings = (left: ItemRef, right: ItemRef): boolean =>
  left._tag === right._tag && (left._tag !== "Value" || right._tag !== "Value" || left.dimension === right.dimension)
