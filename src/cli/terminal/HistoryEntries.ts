import type { Change } from "../../domain/change/Change.ts"
import { changedItem, formatChangedItem } from "../../domain/change/ChangedItems.ts"
import { earliestRemoval } from "../../domain/release/DeprecationClock.ts"
import { itemTimeline } from "../../domain/release/ItemTimeline.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/VersionPlan.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import { largestBump, next } from "../../domain/taxonomy/Version.ts"
import { formatCount } from "../../report/Summary.ts"

/** One line of `taxonomy history`. */
export interface HistoryEntry {
  readonly version: string
  readonly date: string
  readonly event: string
}

/** Publications, withdrawals and ends of majors by date. */
export const releaseEntries = ({ endedMajors, releases, withdrawn }: ReleaseHistory): ReadonlyArray<HistoryEntry> =>
  [
    ...[...releases.values()].map(({ base, changes, published_at, version }) => {
      const bump = largestBump(changes.map((change) => change.bump))
      const how = base === null ? ", the first release" : ` on ${base}${bump === undefined ? "" : `, ${bump}`}`
      return { version, date: published_at, event: `published${how}: ${formatCount(changes.length, "change")}` }
    }),
    ...[...withdrawn].map(([version, { date, reason }]) => ({ version, date, event: `withdrawn: ${reason}` })),
    ...[...endedMajors].map(([major, { date, reason }]) => ({ version: `v${major}`, date, event: `ended: ${reason}` }))
  ].toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0))

/** The changes of one item, with the earliest removal if its deprecation still runs. */
export const itemEntries = (history: ReleaseHistory, subject: string): ReadonlyArray<HistoryEntry> => {
  const newest = newestOf(history)
  return itemTimeline(history, subject).map(({ change, date, version }) => {
    const isRunning = newest !== undefined && isDeprecation(change) && clockOf(newest, change)?.version === version
    const due = isRunning ? earliestRemoval({ version, date }, next(newest.version, "major")) : undefined
    const until = due === undefined ? "" : `; removed in ${due.version} at the earliest, not before ${due.date}`
    // The history of a dimension includes that of its values.
    const value = "value" in change && formatChangedItem(change) !== subject ? `${change.value}: ` : ""
    // Everything is new in a first release, so its changes require no bump.
    const bump = history.releases.get(version)?.base === null ? "" : ` (${change.bump})`
    return { version, date, event: `${value}${describeChange(change)}${bump}${until}` }
  })
}

type DeprecatingChange = Extract<Change, { readonly kind: `${string}-deprecated` }>

const isDeprecation = (change: Change): change is DeprecatingChange => change.kind.endsWith("-deprecated")

/** The running deprecation clock of the item that a change concerns. */
const clockOf = (newest: PublishedRelease, change: Change) => {
  const item = changedItem(change)
  return item === undefined ? undefined : newest.clocks.get(toItemId(item))
}

const describeChange = (change: Change): string => {
  const what = change.kind.slice(change.kind.indexOf("-") + 1).replaceAll("-", " ")
  return `${what}${isDeprecation(change) ? describeDeprecation(change.after) : ""}`
}

const describeDeprecation = (deprecation: Deprecation): string => {
  const replacements = formatReplacements(deprecation)
  const reason = deprecation.reason === undefined ? "" : `: ${deprecation.reason}`
  return `${replacements === "" ? "" : `, use ${replacements}`}${reason}`
}
