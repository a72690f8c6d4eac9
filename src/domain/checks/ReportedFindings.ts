import { removedItem } from "../change/Change.ts"
import { isError, type Finding } from "../Finding.ts"
import { itemRefs } from "../lookup/ItemUses.ts"
import { isSameItem, toItemId, type ItemId } from "../taxonomy/ItemRef.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { proposalStages, type ProposalStage } from "./Check.ts"
import { getCheck, type CheckId } from "./CheckRegistry.ts"
import type { ReleaseProposal } from "./ReleaseProposal.ts"

/**
 * Leaves out what is a guess as long as names are unknown: the changes are then not those that the editor means, and
 * neither is the version that they require. Says which stages that concerns.
 */
export const skipGuesses = (
  findings: ReadonlyArray<Finding>
): { readonly findings: ReadonlyArray<Finding>; readonly notChecked: ReadonlyArray<ProposalStage> } => {
  const isUnclear = findings.some((finding) => isError(finding) && ["source", "reference"].includes(stageOf(finding)))
  if (!isUnclear) return { findings, notChecked: [] }
  const notChecked = proposalStages.filter((stage) => stage === "version")
  return { findings: findings.filter((finding) => stageOf(finding) !== "version"), notChecked }
}

/** The findings without those about a value that several dimensions share, of which one is found where it is kept. */
export const withoutShared = (
  { base, command }: ReleaseProposal,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  const snapshots = [command.taxonomy, ...(base === undefined ? [] : [base.taxonomy])]
    .filter(({ dimensions }) => dimensions.some(({ values_of }) => values_of !== undefined))
    .map(snapshotOf)
  if (snapshots.length === 0 || findings.length < 2) return findings
  const found = new Set(findings.flatMap((finding) => itemsOf(finding).map((item) => keyOf(finding.rule, item))))
  return findings.filter(({ item, rule }) => {
    if (item === undefined) return true
    const owner = snapshots.find((snapshot) => snapshot.get(item) !== undefined)?.ownerOf(item) ?? item
    return isSameItem(owner, item) || !found.has(keyOf(rule, toItemId(owner)))
  })
}

/**
 * The findings without those that follow from another error, as the checks declare it: one mistake is one finding. What
 * follows from an error about the same item is attached to it. An error is left out only beside an error that stays, so
 * that a proposal is refused with all findings if and only if it is refused with these.
 */
export const attachFollowUps = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  if (findings.length < 2) return findings
  const find = causesAmong(findings.filter(isError))
  const causes = new Map(findings.map((finding) => [finding, find(finding)]))
  const followUps = Map.groupBy(
    findings.filter((finding) => causes.get(finding) !== undefined),
    (finding) => attachedTo(finding, causes)
  )
  const roots = findings.filter((finding) => causes.get(finding) === undefined)
  return [...Map.groupBy(roots, groupOf).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const attached = [first, ...others].flatMap((root) => [
      ...(root === first ? [] : [root]),
      ...(followUps.get(root) ?? [])
    ])
    if (attached.length === 0) return [first]
    // What mends findings with one cause mends each of them.
    const fix = [first, ...others].flatMap((root) => root.fix ?? [])
    return [{ ...first, ...(fix.length === 0 ? {} : { fix }), follow_ups: attached }]
  })
}

/**
 * Sorts findings for a report: those of the release as a whole, then item by item as in the sources, removed items first.
 * With unknown names the changes are only a guess, so findings about the version come last.
 */
export const inReportOrder = (
  { changes, command }: ReleaseProposal,
  findings: ReadonlyArray<Finding>
): ReadonlyArray<Finding> => {
  if (findings.length < 2) return findings
  const items = [...changes.flatMap((change) => removedItem(change) ?? []), ...itemRefs(command.taxonomy)]
  const positions = new Map(items.map((item, index) => [toItemId(item), index]))
  const isGuess = findings.some((finding) => ["source", "reference"].includes(stageOf(finding)))
  const positionOf = (finding: Finding): number => {
    if (finding.item !== undefined) return positions.get(toItemId(finding.item)) ?? items.length
    return isGuess && stageOf(finding) === "version" ? Infinity : -1
  }
  const placed = findings.map((finding) => ({ finding, position: positionOf(finding) }))
  // A subtraction would give NaN for two infinite positions.
  return placed
    .toSorted((left, right) => (left.position < right.position ? -1 : left.position > right.position ? 1 : 0))
    .map(({ finding }) => finding)
}

const stageOf = ({ rule }: Finding) => getCheck(rule).stage

/** Equal for findings with one cause. */
const groupOf = (finding: Finding): unknown =>
  getCheck(finding.rule).hasOneCause === true ? JSON.stringify([finding.rule, finding.context]) : finding

interface Cause {
  readonly finding: Finding
  /** True if both are about the same item. */
  readonly isAttached: boolean
}

/** Finds the error from which a finding follows. */
const causesAmong = (errors: ReadonlyArray<Finding>): ((finding: Finding) => Cause | undefined) => {
  const byCheck = new Map(errors.toReversed().map((finding) => [finding.rule, finding]))
  const byItem = new Map(
    errors.toReversed().flatMap((finding) => explainedBy(finding).map((item) => [keyOf(finding.rule, item), finding]))
  )
  return (finding) => {
    for (const { checks, scope } of getCheck(finding.rule).followsFrom ?? []) {
      const cause =
        scope === "release" ? checks.map((id) => byCheck.get(id)).find(isDefined) : causeByItem(finding, checks, byItem)
      if (cause !== undefined && cause !== finding) return { finding: cause, isAttached: scope === "item" }
    }
    return undefined
  }
}

/** The cause of a finding that is explained as a whole: each of its items has an error of one of these checks. */
const causeByItem = (
  finding: Finding,
  checks: ReadonlyArray<CheckId>,
  byItem: ReadonlyMap<string, Finding>
): Finding | undefined => {
  const found = causesOf(finding).map((item) =>
    item === undefined ? undefined : checks.map((id) => byItem.get(keyOf(id, item))).find(isDefined)
  )
  return found.every(isDefined) ? found[0] : undefined
}

/**
 * The finding at the end of the chain of causes, or `undefined` if the chain has a guess. Checks follow from each other
 * without a cycle, so each chain ends.
 */
const attachedTo = (finding: Finding, causes: ReadonlyMap<Finding, Cause | undefined>): Finding | undefined => {
  const cause = causes.get(finding)
  if (cause === undefined) return finding
  return cause.isAttached ? attachedTo(cause.finding, causes) : undefined
}

const itemsOf = ({ item }: Finding): ReadonlyArray<ItemId> => (item === undefined ? [] : [toItemId(item)])

const causesOf = (finding: Finding): ReadonlyArray<ItemId | undefined> => finding.links?.causes ?? itemsOf(finding)

const explainedBy = (finding: Finding): ReadonlyArray<ItemId> => finding.links?.explains ?? itemsOf(finding)

const keyOf = (rule: CheckId, item: ItemId): string => `${rule} ${item}`

const isDefined = <A>(value: A | undefined): value is A => value !== undefined
