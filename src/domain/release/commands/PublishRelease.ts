import type { Change } from "../../change/Change.ts"
import { correctDefinitions } from "../../change/CorrectedDefinitions.ts"
import { diff } from "../../change/Diff.ts"
import { applyWaivers, itemNamed } from "../../checks/ApplyWaivers.ts"
import type { ProposalStage } from "../../checks/Check.ts"
import { checks } from "../../checks/CheckRegistry.ts"
import { attachFollowUps } from "../../checks/FollowUps.ts"
import type { ReleaseProposal } from "../../checks/ReleaseProposal.ts"
import { inReportOrder } from "../../checks/ReportOrder.ts"
import { definitionWaivers } from "../../checks/semver/DefinitionChanged.ts"
import { skipGuesses } from "../../checks/SkippedStages.ts"
import { isError, type Finding } from "../../diagnostic/Finding.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { empty } from "../../taxonomy/EmptyTaxonomy.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import type { Bump, Version } from "../../taxonomy/Version.ts"
import { bumpTo, largestBump, majorOf } from "../../taxonomy/VersionArithmetic.ts"
import type { ReleaseHistory, PublishedRelease, Release, Withdrawal } from "../ReleaseHistory.ts"
import { comingDueAfter, comingDueIn, type ComingDue } from "../removal/ComingDue.ts"
import { releaseOf } from "./PlannedRelease.ts"
import { baseOf, freeSuccessor, newestOf, newestOfMajor } from "./VersionPlan.ts"
import type { UsedWaiver, Waiver } from "./Waiver.ts"

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
  /** The proposed snapshot. */
  readonly taxonomy: Taxonomy
  /** The date of the proposed release. */
  readonly published_at: Timestamp
  readonly base: PublishedRelease | undefined
  readonly declaredBump: Bump | undefined
  readonly requiredBump: Bump | undefined
  /** What these changes would have to be released as. */
  readonly suggestedVersion: Version
  readonly changes: ReadonlyArray<Change>
  readonly comingDue: ReadonlyArray<ComingDue>
  readonly findings: ReadonlyArray<Finding>
  /** The waivers that covered a finding; for a published release, those that it records. */
  readonly waivers: ReadonlyArray<UsedWaiver>
  /** The stages whose findings would be a guess, because an earlier stage found errors. */
  readonly notChecked: ReadonlyArray<ProposalStage>
  readonly outcome:
    | { readonly _tag: "Publish"; readonly release: Release }
    | { readonly _tag: "AlreadyReleased"; readonly release: PublishedRelease; readonly withdrawn?: Withdrawal }
    | { readonly _tag: "Refused" }
}

export const decide = (history: ReleaseHistory, command: Publish): Decision => {
  const { taxonomy, version } = command
  const published = history.releases.get(version)
  if (published !== undefined && diff(published.taxonomy, taxonomy).length === 0) {
    return alreadyReleased(history, command, published)
  }
  const proposal = propose(history, command, published)
  const { base, changes, declaredBump, requiredBump, successor } = proposal
  const { findings, notChecked, used } = judge(proposal)
  const isAccepted = !findings.some(isError)
  const summary = {
    version,
    taxonomy,
    published_at: command.published_at,
    base,
    declaredBump,
    requiredBump,
    suggestedVersion: successor.version,
    changes,
    comingDue: comingDueAfter(proposal, isAccepted),
    findings,
    waivers: used,
    notChecked
  }
  if (!isAccepted) return { ...summary, outcome: { _tag: "Refused" } }
  const { format, published_at, source_commit } = command
  const planned = {
    version,
    base: base?.version ?? null,
    published_at,
    source_commit,
    changes,
    waivers: used.map(({ waiver }) => waiver),
    format
  }
  return { ...summary, outcome: { _tag: "Publish", release: releaseOf(history, planned) } }
}

/** What is wrong with a proposal: every finding that no waiver covers, and of those that follow from others the cause. */
const judge = (proposal: ReleaseProposal) => {
  const { findings, used } = applyWaivers(proposal.command, inReportOrder(proposal, findAll(proposal)))
  const sure = skipGuesses(findings)
  return { findings: attachFollowUps(sure.findings), notChecked: sure.notChecked, used }
}

/** The findings of every check. */
export const findAll = (proposal: ReleaseProposal): ReadonlyArray<Finding> =>
  checks.flatMap((check) => check.run?.(proposal) ?? [])

const alreadyReleased = (history: ReleaseHistory, command: Publish, published: PublishedRelease): Decision => {
  const withdrawn = history.withdrawn.get(published.version)
  return {
    version: published.version,
    taxonomy: command.taxonomy,
    published_at: command.published_at,
    base: published.base === null ? undefined : history.releases.get(published.base),
    declaredBump: undefined,
    requiredBump: undefined,
    suggestedVersion: published.version,
    changes: [],
    comingDue: comingDueIn(history, published, command.published_at),
    findings: [],
    waivers: published.waivers.map((waiver) => ({ waiver, item: itemNamed(waiver.subject, published.taxonomy) })),
    notChecked: [],
    outcome: { _tag: "AlreadyReleased", release: published, ...(withdrawn === undefined ? {} : { withdrawn }) }
  }
}

/**
 * What is proposed, and what it is compared with. A version that is taken, or follows nothing, is compared with the
 * newest release of its major, so that whoever forgot to raise it learns at once what the changes mean.
 */
export const propose = (
  history: ReleaseHistory,
  command: Publish,
  published = history.releases.get(command.version)
): ReleaseProposal => {
  const { taxonomy, version } = command
  const follows = published === undefined ? baseOf(history, version) : undefined
  const base = follows ?? newestOfMajor(history, majorOf(version)) ?? newestOf(history)
  const changes = correctDefinitions(
    diff(base?.taxonomy ?? empty, taxonomy),
    definitionWaivers(command.waivers, version)
  )
  const declaredBump = follows === undefined ? undefined : bumpTo(follows.version, version)
  const requiredBump = base === undefined ? undefined : largestBump(changes.map(({ bump }) => bump))
  const successor =
    base === undefined ? { version, on: undefined } : freeSuccessor(history, base, requiredBump, command.published_at)
  const judged = base !== undefined && declaredBump === undefined ? successor.version : version
  return { history, command, published, base, changes, declaredBump, requiredBump, successor, version: judged }
}
