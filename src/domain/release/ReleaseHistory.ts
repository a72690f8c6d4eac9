import * as Result from "effect/Result"
import { apply } from "../change/Apply.ts"
import { allAddedItems, allRemovedItems, changedItem } from "../change/Change.ts"
import type { InvariantViolation } from "../ledger/HashChain.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { toCaselessItemId, type ItemId, type ItemRef, formatItem, toItemId } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import { type Item, snapshotOf } from "../vocabulary/Snapshot.ts"
import type { ReleaseEvent, ReleasePublished } from "./ReleaseEvent.ts"
import { majorsOf, newestOf, recordedBase, removalVersions } from "./ReleaseLines.ts"
import { type Clocks, advance, deprecatedItems, type DeprecatedItem } from "./removal/DeprecationClock.ts"
import { type RemovalForecast, recordedForecasts, type NewestRelease } from "./removal/RemovalForecast.ts"

/** A release before its artifacts exist: its event without the manifest, and the state that it leads to. */
export interface Release extends Omit<ReleasePublished, "_tag" | "manifest"> {
  readonly taxonomy: Taxonomy
  readonly clocks: Clocks
  /** The version that can remove each deprecated item, as format 1 records it. */
  readonly removals: ReadonlyMap<ItemId, Version>
  /** When each deprecated item can be removed, as of the publication of this release. */
  readonly forecasts: ReadonlyMap<ItemId, RemovalForecast>
  /** The items that this release or one of its ancestry removed. An item that came back is not among them. */
  readonly removed: ReadonlyMap<ItemId, RecordedRemoval>
  /** The items that this release removed, as they were, by name. A removed dimension holds its values. */
  readonly ceased: ReadonlyMap<string, Item>
}

/** The removal of an item, and the label and the deprecation that it had in the release before. */
export interface RecordedRemoval {
  readonly version: Version
  readonly label: string | undefined
  readonly deprecation: Deprecation | undefined
  /** True if only withdrawn releases contained the item. */
  readonly withdrawn?: true
}

export interface PublishedRelease extends Release {
  readonly manifest: ReleasePublished["manifest"]
}

/** A removed item. Its code stays reserved, on every line and in every spelling. */
export interface Tombstone {
  readonly item: ItemRef
  /** The release that removed it. */
  readonly version: Version
}

/** When a release was withdrawn, and why. */
export interface Withdrawal {
  readonly date: Timestamp
  readonly reason: string
}

/** The state of all releases: the fold of the ledger. */
export interface ReleaseHistory {
  /** In the order of the ledger. */
  readonly releases: ReadonlyMap<Version, PublishedRelease>
  /** By `toCaselessItemId`. An item that was brought back under a waiver has none. */
  readonly tombstones: ReadonlyMap<string, Tombstone>
  readonly endedMajors: ReadonlyMap<number, { readonly date: Timestamp; readonly reason: string }>
  readonly withdrawn: ReadonlyMap<Version, Withdrawal>
}

export const emptyHistory: ReleaseHistory = {
  releases: new Map(),
  tombstones: new Map(),
  endedMajors: new Map(),
  withdrawn: new Map()
}

export const evolve = (history: ReleaseHistory, event: ReleaseEvent): ReleaseHistory => {
  const draft = draftOf(history)
  applyTo(draft, event)
  return draft.history
}

/** Folds events that follow a history. Fails at the first event that violates an invariant. */
export const replay = (
  events: ReadonlyArray<ReleaseEvent>,
  before = emptyHistory
): Result.Result<ReleaseHistory, HistoryInvariantViolation> => {
  const draft = draftOf(before)
  for (const [index, event] of events.entries()) {
    const violation = invariantViolation(draft.history, event)
    if (violation !== undefined) return Result.fail({ index, violation })
    applyTo(draft, event)
  }
  return Result.succeed(draft.history)
}

interface HistoryInvariantViolation {
  /** The index of the event among those replayed. */
  readonly index: number
  readonly violation: InvariantViolation
}

/**
 * Returns why no version of this program would write an event after this history. Newer rules, such as that a major
 * cannot end before it begins, do not count: events older than a rule stay valid.
 */
export const invariantViolation = (history: ReleaseHistory, event: ReleaseEvent): InvariantViolation | undefined => {
  const { endedMajors, releases, withdrawn } = history
  const subject = event._tag === "MajorEnded" ? `v${event.major}` : event.version
  const violation = (reason: InvariantViolation["reason"]) => ({ event: event._tag, subject, reason })
  switch (event._tag) {
    case "ReleasePublished":
      if (releases.has(event.version)) return violation("repeated")
      return event.base === null || releases.has(event.base)
        ? undefined
        : { ...violation("unknown-reference"), reference: event.base }
    case "MajorEnded": {
      const majors = majorsOf(history)
      if (!majors.includes(event.major)) return violation("unknown-subject")
      if (endedMajors.has(event.major)) return violation("repeated")
      return event.major === majors.at(-1) ? violation("newest-major") : undefined
    }
    case "ReleaseWithdrawn":
      if (!releases.has(event.version)) return violation("unknown-subject")
      return withdrawn.has(event.version) ? violation("repeated") : undefined
  }
}

/** A history that a fold changes in place: copying it for each event would take quadratic time. */
interface Draft {
  readonly history: {
    readonly releases: Map<Version, PublishedRelease>
    readonly tombstones: Map<string, Tombstone>
    readonly endedMajors: Map<number, { readonly date: Timestamp; readonly reason: string }>
    readonly withdrawn: Map<Version, Withdrawal>
  }
  newest: Version | undefined
}

const draftOf = (history: ReleaseHistory): Draft => ({
  history: {
    releases: new Map(history.releases),
    tombstones: new Map(history.tombstones),
    endedMajors: new Map(history.endedMajors),
    withdrawn: new Map(history.withdrawn)
  },
  newest: newestOf(history)?.version
})

const applyTo = (draft: Draft, event: ReleaseEvent): void => {
  const { endedMajors, releases, tombstones, withdrawn } = draft.history
  switch (event._tag) {
    case "ReleasePublished": {
      const { _tag, manifest, ...planned } = event
      const before = recordedBase(releases, event)
      releases.set(event.version, { ...releaseOf(draft.history, planned, draft.newest), manifest })
      buryRemoved(tombstones, before?.taxonomy ?? empty, event)
      if (draft.newest === undefined || compare(draft.newest, event.version) < 0) draft.newest = event.version
      return
    }
    case "MajorEnded": {
      const { date, major, reason } = event
      endedMajors.set(major, { date, reason })
      return
    }
    case "ReleaseWithdrawn": {
      const { date, reason, version } = event
      withdrawn.set(version, { date, reason })
      return
    }
  }
}

const buryRemoved = (
  tombstones: Map<string, Tombstone>,
  before: Taxonomy,
  { changes, version }: ReleasePublished
): void => {
  for (const item of changes.flatMap((change) => allRemovedItems(before, change))) {
    tombstones.set(toCaselessItemId(item), { item, version })
  }
  if (tombstones.size === 0) return
  for (const item of changes.flatMap(allAddedItems)) tombstones.delete(toCaselessItemId(item))
}

/** The facts of a release, from which its state follows. */
type PlannedRelease = Omit<Release, "taxonomy" | "clocks" | "removals" | "forecasts" | "removed" | "ceased">

/** The release that publishing makes: the snapshot of its base with the changes applied, and its clocks. */
export const releaseOf = (
  history: ReleaseHistory,
  planned: PlannedRelease,
  newest = newestOf(history)?.version
): Release => {
  const base = recordedBase(history.releases, planned)
  const taxonomy = apply(base?.taxonomy ?? empty, planned.changes)
  const deprecated = deprecatedItems(taxonomy)
  const clocks = advance(base?.clocks ?? new Map(), deprecated, {
    version: planned.version,
    date: planned.published_at
  })
  const removed = removedAfter(base, planned)
  const removalOf = removalVersions(history, planned.version, newest)
  return {
    ...planned,
    taxonomy,
    clocks,
    removals: new Map(deprecated.map(({ item }) => [toItemId(item), removalOf(item)])),
    forecasts: forecastsAfter(history, deprecated, { ...planned, clocks, removed }, newest),
    removed,
    ceased: ceasedWith(base, planned)
  }
}

/** The event of a release, once the digest of its manifest is known. */
export const publicationOf = (release: Release, manifest: ReleasePublished["manifest"]): ReleasePublished => {
  const { ceased: _, clocks: __, forecasts: ___, removals: ____, removed: _____, taxonomy: ______, ...data } = release
  return { _tag: "ReleasePublished", ...data, manifest }
}

const ceasedWith = (base: PublishedRelease | undefined, { changes }: PlannedRelease): Release["ceased"] =>
  new Map(
    changes.flatMap((change) => {
      const item = change.kind.endsWith("-removed") ? changedItem(change) : undefined
      const before = item && base && snapshotOf(base.taxonomy).get(item)
      return item === undefined || before === undefined ? [] : [[formatItem(item), before] as const]
    })
  )

const forecastsAfter = (
  history: ReleaseHistory,
  deprecated: ReadonlyArray<DeprecatedItem>,
  release: NewestRelease,
  newest: Version | undefined
): Release["forecasts"] => {
  const published = newest === undefined ? undefined : history.releases.get(newest)
  const forecast = recordedForecasts(
    history,
    published !== undefined && compare(published.version, release.version) > 0 ? published : release,
    release.published_at
  )
  return new Map(deprecated.map(({ item }) => [toItemId(item), forecast(item)]))
}

const removedAfter = (
  base: PublishedRelease | undefined,
  { changes, notes, version }: PlannedRelease
): Release["removed"] => {
  if (base === undefined) return new Map()
  const items = changes.flatMap((change) => allRemovedItems(base.taxonomy, change))
  const added = base.removed.size === 0 && items.length === 0 ? [] : changes.flatMap(allAddedItems).map(toItemId)
  if (items.length === 0 && !added.some((id) => base.removed.has(id))) return base.removed
  const deprecations = new Map(
    items.length === 0
      ? []
      : deprecatedItems(base.taxonomy).map(({ deprecation, item }) => [toItemId(item), deprecation])
  )
  const removed = new Map(base.removed)
  const instead = notes?.instead ?? {}
  for (const item of items) {
    const id = toItemId(item)
    const label = snapshotOf(base.taxonomy).labelOf(item)
    const name = formatItem(item)
    removed.set(
      id,
      Object.hasOwn(instead, name)
        ? { version, label, deprecation: { replaced_by: instead[name] ?? [] }, withdrawn: true }
        : { version, label, deprecation: deprecations.get(id) }
    )
  }
  for (const id of added) removed.delete(id)
  return removed
}
