import { type Change, changedItem, formatChangedItem, removedItem, correctDefinitions } from "../change/Change.ts"
import { diff } from "../change/Diff.ts"
import { applyWaivers, itemNamed } from "../checks/ApplyWaivers.ts"
import type { ProposalStage } from "../checks/Check.ts"
import { checks } from "../checks/CheckRegistry.ts"
import type { ReleaseProposal } from "../checks/ReleaseProposal.ts"
import { attachFollowUps, inReportOrder, skipGuesses, withoutShared } from "../checks/ReportedFindings.ts"
import { definitionWaivers } from "../checks/semver/Definitions.ts"
import { isError, type Finding } from "../Finding.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { type ItemRef, formatItem } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import type { Bump, Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { bumpBetween, bumpTo, compare, compareBumps, largestBump, majorOf } from "../taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import {
  type ReleaseHistory,
  type PublishedRelease,
  type Release,
  type Withdrawal,
  releaseOf
} from "./ReleaseHistory.ts"
import { baseOf, freeSuccessor, newestOf, newestOfMajor, recordedBase } from "./ReleaseLines.ts"
import type { ReleaseSummary } from "./ReleaseSummary.ts"
import { comingDueAfter, comingDueIn, type ComingDue } from "./removal/ComingDue.ts"
import { lateHolders, standingHistory, withdrawnSince } from "./StandingReleases.ts"
import type { ListedWaiver, UsedWaiver } from "./Waiver.ts"

/** Make these sources the release that they declare. Time comes in with the command. */
export interface Publish {
  readonly version: Version
  readonly taxonomy: Taxonomy
  readonly waivers: ReadonlyArray<ListedWaiver>
  /** What the editors say of the release. */
  readonly notes?: ReleaseSummary
  /** The versions of which the sources have notes. */
  readonly noted?: ReadonlyArray<Version>
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
  /** The highest published version below it, withdrawn or not. */
  readonly base: PublishedRelease | undefined
  /** What it undoes; missing if the base was not withdrawn. */
  readonly undoes?: UndoneReleases
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
    | {
        readonly _tag: "AlreadyReleased"
        readonly release: PublishedRelease
        readonly withdrawn?: Withdrawal
        /** The newest release of its major that stands, if it is another one. */
        readonly newer?: Version
      }
    | { readonly _tag: "Refused" }
}

/** The withdrawn releases on top of which a release is made. */
export interface UndoneReleases {
  readonly releases: ReadonlyArray<Version>
  /** The newest release below them that stands, which decides on the bump; `null` if there is none. */
  readonly standing: Version | null
  /** The items that only they contain and the release removes. */
  readonly removed: ReadonlyArray<string>
}

export const decide = (history: ReleaseHistory, command: Publish): Decision => {
  const { taxonomy, version } = command
  const published = history.releases.get(version)
  if (published !== undefined && diff(published.taxonomy, taxonomy).length === 0) {
    return alreadyReleased(history, command, published)
  }
  const proposal = propose(history, command, published)
  const { declaredBump, recorded, requiredBump, successor } = proposal
  const { base, changes } = recorded
  const { findings, notChecked, used } = judge(proposal)
  const isAccepted = !findings.some(isError)
  const summary = {
    version,
    taxonomy,
    published_at: command.published_at,
    base,
    ...undoneBy(proposal),
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
  const { format, notes, published_at, source_commit } = command
  const planned = {
    version,
    base: base?.version ?? null,
    published_at,
    source_commit,
    changes,
    waivers: used.map(({ waiver: { approved_by, reason, rule, subject, version } }) => ({
      rule,
      subject,
      version,
      reason,
      approved_by
    })),
    ...(notes === undefined ? {} : { notes }),
    format
  }
  return { ...summary, outcome: { _tag: "Publish", release: releaseOf(history, planned) } }
}

/** What is wrong with a proposal: every finding that no waiver covers, and of those that follow from others the cause. */
const judge = (proposal: ReleaseProposal) => {
  const { findings, used } = applyWaivers(
    proposal.command,
    withoutShared(proposal, inReportOrder(proposal, findAll(proposal))),
    proposal.history
  )
  const sure = skipGuesses(findings)
  return { findings: attachFollowUps(sure.findings), notChecked: sure.notChecked, used }
}

/** The findings of every check. */
export const findAll = (proposal: ReleaseProposal): ReadonlyArray<Finding> =>
  checks.flatMap((check) => check.run?.(proposal) ?? [])

const alreadyReleased = (history: ReleaseHistory, command: Publish, published: PublishedRelease): Decision => {
  const withdrawn = history.withdrawn.get(published.version)
  const newest = newestOfMajor(standingHistory(history), majorOf(published.version))
  const isOlder = newest !== undefined && compare(newest.version, published.version) > 0
  return {
    version: published.version,
    taxonomy: command.taxonomy,
    published_at: command.published_at,
    base: recordedBase(history.releases, published),
    declaredBump: undefined,
    requiredBump: undefined,
    suggestedVersion: published.version,
    changes: [],
    comingDue: comingDueIn(history, published, command.published_at),
    findings: [],
    waivers: published.waivers.map((waiver) => ({ waiver, item: itemNamed(waiver.subject, published.taxonomy) })),
    notChecked: [],
    outcome: {
      _tag: "AlreadyReleased",
      release: published,
      ...(withdrawn === undefined ? {} : { withdrawn }),
      ...(isOlder ? { newer: newest.version } : {})
    }
  }
}

/**
 * What is proposed, and what it is compared with. A version that is taken, or follows nothing, is compared with the
 * newest release of its major, so that whoever forgot to raise it learns at once what the changes mean. What withdrawn
 * releases changed can be undone, so only the releases that stand decide on the bump.
 */
export const propose = (
  history: ReleaseHistory,
  command: Publish,
  published = history.releases.get(command.version)
): ReleaseProposal => {
  const { taxonomy, version } = command
  const follows = published === undefined ? baseOf(history, version) : undefined
  const top = follows ?? newestOfMajor(history, majorOf(version)) ?? newestOf(history)
  const standing = standingHistory(history)
  // A first release that was withdrawn has nothing below it that stands.
  const base = top && (standing.releases.get(top.version) ?? baseOf(standing, top.version))
  const waivers = definitionWaivers(published === undefined ? command.waivers : [], version)
  const changesSince = (release: PublishedRelease | undefined) =>
    correctDefinitions(diff(release?.taxonomy ?? empty, taxonomy), waivers)
  const changes = changesSince(base)
  const isLate = (item: ItemRef) => lateHolders(withdrawnSince(history, base, top), base, item).length > 0
  const recorded = {
    base: top,
    changes: base?.version === top?.version ? changes : undone(changesSince(top), changes, isLate)
  }
  const isSuccessor = follows !== undefined && bumpTo(follows.version, version) !== undefined
  const declaredBump = isSuccessor ? bumpBetween((base ?? follows).version, version) : undefined
  const requiredBump =
    base === undefined ? top && "patch" : largestBump([...changes, ...recorded.changes].map(({ bump }) => bump))
  // A patch of a withdrawn release is the smallest version that corrects it.
  const isCorrection =
    base?.version !== top?.version && follows !== undefined && bumpTo(follows.version, version) === "patch"
  const isEnough = declaredBump !== undefined && compareBumps(declaredBump, requiredBump ?? "patch") >= 0
  const successor =
    top === undefined || (isCorrection && isEnough)
      ? { version, on: base }
      : freeSuccessor({ history, standing, recorded }, base ?? top, requiredBump, command.published_at)
  const judged = top !== undefined && declaredBump === undefined ? successor.version : version
  const bumps = { declaredBump, requiredBump, successor }
  return { history, standing, command, published, base, changes, recorded, ...bumps, version: judged }
}

const undoneBy = ({ base, history, recorded }: ReleaseProposal): Pick<Decision, "undoes"> => {
  const releases = withdrawnSince(history, base, recorded.base).map(({ release }) => release.version)
  if (releases.length === 0) return {}
  const removed = recorded.changes.flatMap((change) => {
    const item = removedItem(change)
    return item === undefined || (base && snapshotOf(base.taxonomy).labelOf(item)) !== undefined
      ? []
      : [formatItem(item)]
  })
  return { undoes: { releases, standing: base?.version ?? null, removed } }
}

/**
 * Changes since withdrawn releases, each with the bump that it requires of those that stand. The others only undo, apart
 * from another meaning of what was withdrawn too late: contracts may name it.
 */
const undone = (
  changes: ReadonlyArray<Change>,
  judged: ReadonlyArray<Change>,
  isLate: (item: ItemRef) => boolean
): ReadonlyArray<Change> => {
  const keyOf = (change: Change) => `${change.kind} ${formatChangedItem(change) ?? ""}`
  const bumps = new Map(judged.map((change) => [keyOf(change), change.bump]))
  return changes.map((change) => {
    const item = removedItem(change) === undefined ? changedItem(change) : undefined
    const bump = bumps.get(keyOf(change)) ?? (item !== undefined && isLate(item) ? change.bump : "patch")
    return { ...change, bump }
  })
}

/** The release that the sources propose, also if it was refused. */
export const proposedRelease = (history: ReleaseHistory, decision: Decision): Release => {
  const { base, changes, outcome, published_at, version } = decision
  if (outcome._tag !== "Refused") return outcome.release
  const planned = { version, base: base?.version ?? null, published_at, changes }
  return releaseOf(history, { ...planned, source_commit: "working-tree", waivers: [], format: 4 })
}
