import type { Change } from "../change/Change.ts"
import { diff } from "../change/Diff.ts"
import { applyWaivers } from "../checks/ApplyWaivers.ts"
import { checks } from "../checks/CheckRegistry.ts"
import type { ReleaseProposal } from "../checks/ReleaseProposal.ts"
import { inReportOrder } from "../checks/ReportOrder.ts"
import { isError, type Finding } from "../diagnostic/Finding.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { formatItem, toItemId } from "../taxonomy/ItemRef.ts"
import { empty, type Taxonomy } from "../taxonomy/Taxonomy.ts"
import { bumpTo, largestBump, majorOf, type Bump, type Version } from "../taxonomy/Version.ts"
import { deprecatedItems, earliestRemoval, type DeprecatedSince } from "./DeprecationClock.ts"
import { releaseOf } from "./PlannedRelease.ts"
import type { ReleaseHistory, PublishedRelease, Release } from "./ReleaseHistory.ts"
import { baseOf, freeSuccessor, newestOf, newestOfMajor, removalVersions } from "./VersionPlan.ts"
import type { Waiver } from "./Waiver.ts"

/** Make these sources the release that they declare. Time comes in with the command. */
export interface Publish {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<Waiver>
  readonly published_at: Timestamp
  /** When the decision is made. */
  readonly now: Timestamp
  readonly source_commit: string
  readonly format: number
}

/** What a command means: what changed, what that requires, what is wrong, and what is to be done. */
export interface Decision {
  readonly version: Version
  readonly base: PublishedRelease | undefined
  readonly declaredBump: Bump | undefined
  readonly requiredBump: Bump | undefined
  /** What these changes would have to be released as. */
  readonly suggestedVersion: Version
  readonly changes: ReadonlyArray<Change>
  readonly comingDue: ReadonlyArray<ComingDue>
  readonly findings: ReadonlyArray<Finding>
  readonly outcome:
    | { readonly _tag: "Publish"; readonly release: Release }
    | { readonly _tag: "AlreadyReleased"; readonly release: PublishedRelease }
    | { readonly _tag: "Refused" }
}

/** A deprecated item, and when it may go at the earliest as things stand. */
export interface ComingDue {
  readonly subject: string
  readonly deprecation: Deprecation
  readonly since: DeprecatedSince
  readonly earliest: { readonly version: Version; readonly date: string }
}

export const decide = (history: ReleaseHistory, command: Publish): Decision => {
  const { taxonomy, version } = command
  const published = history.releases.get(version)
  if (published !== undefined && diff(published.taxonomy, taxonomy).length === 0) {
    return alreadyReleased(history, command, published)
  }
  const proposal = propose(history, command, published)
  const { base, changes, declaredBump, requiredBump, successor } = proposal
  const found = checks.flatMap((check) => check.run?.(proposal) ?? [])
  const { findings, used } = applyWaivers(command, inReportOrder(proposal, found))
  const summary = {
    version,
    base,
    declaredBump,
    requiredBump,
    suggestedVersion: successor.version,
    changes,
    comingDue: comingDueOf(history, base, command),
    findings
  }
  if (findings.some(isError)) return { ...summary, outcome: { _tag: "Refused" } }
  const { format, published_at, source_commit } = command
  const planned = { version, base: base?.version ?? null, published_at, source_commit, changes, waivers: used, format }
  return { ...summary, outcome: { _tag: "Publish", release: releaseOf(history, planned) } }
}

const alreadyReleased = (history: ReleaseHistory, command: Publish, published: PublishedRelease): Decision => ({
  version: published.version,
  base: published.base === null ? undefined : history.releases.get(published.base),
  declaredBump: undefined,
  requiredBump: undefined,
  suggestedVersion: published.version,
  changes: [],
  comingDue: comingDueOf(history, published, command),
  findings: [],
  outcome: { _tag: "AlreadyReleased", release: published }
})

/**
 * What is proposed, and what it is compared with. A version that is taken, or follows nothing, is compared with the
 * newest release of its major, so that whoever forgot to raise it learns at once what the changes mean.
 */
const propose = (
  history: ReleaseHistory,
  command: Publish,
  published: PublishedRelease | undefined
): ReleaseProposal => {
  const { taxonomy, version } = command
  const follows = published === undefined ? baseOf(history, version) : undefined
  const base = follows ?? newestOfMajor(history, majorOf(version)) ?? newestOf(history)
  const changes = diff(base?.taxonomy ?? empty, taxonomy)
  const declaredBump = follows === undefined ? undefined : bumpTo(follows.version, version)
  const requiredBump = base === undefined ? undefined : largestBump(changes.map(({ bump }) => bump))
  const successor = base === undefined ? { version, on: undefined } : freeSuccessor(history, base, requiredBump)
  const judged = base !== undefined && declaredBump === undefined ? successor.version : version
  return { history, command, published, base, changes, declaredBump, requiredBump, successor, version: judged }
}

const comingDueOf = (
  history: ReleaseHistory,
  base: PublishedRelease | undefined,
  { published_at, taxonomy, version }: Publish
) => {
  const release = { version, date: published_at }
  const removalOf = removalVersions(history, version)
  return deprecatedItems(taxonomy).map(({ deprecation, item }): ComingDue => {
    const since = base?.clocks.get(toItemId(item)) ?? release
    const earliest = earliestRemoval(since, removalOf(item))
    return { subject: formatItem(item), deprecation, since, earliest }
  })
}
