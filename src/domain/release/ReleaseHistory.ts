import { apply } from "../change/Apply.ts"
import { allAddedItems, allRemovedItems } from "../change/ChangedItems.ts"
import type { InvariantViolation } from "../ledger/ChainBroken.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { toCaselessItemId, toItemId, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { empty, type Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Version } from "../taxonomy/Version.ts"
import { advance, deprecatedItems, type Clocks } from "./DeprecationClock.ts"
import type { ReleaseEvent, ReleasePublished } from "./ReleaseEvent.ts"
import { majorsOf, removalVersions } from "./VersionPlan.ts"

/** A release before its artifacts exist: its event without the manifest, and the state that it leads to. */
export interface Release extends Omit<ReleasePublished, "_tag" | "manifest"> {
  readonly taxonomy: Taxonomy
  readonly clocks: Clocks
  /** The earliest version that may remove each deprecated item, as of this release. */
  readonly removals: ReadonlyMap<ItemId, Version>
  /** The items that this release or one of its ancestry removed. An item that came back is not among them. */
  readonly removed: ReadonlyMap<ItemId, RemovedItem>
}

/** The removal of an item, and the deprecation that it had in the release before. */
export interface RemovedItem {
  readonly version: Version
  readonly deprecation: Deprecation | undefined
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

/** The state of all releases: the fold of the ledger. */
export interface ReleaseHistory {
  /** In the order of the ledger. */
  readonly releases: ReadonlyMap<Version, PublishedRelease>
  /** By `toCaselessItemId`. An item that was brought back under a waiver has none. */
  readonly tombstones: ReadonlyMap<string, Tombstone>
  readonly endedMajors: ReadonlyMap<number, { readonly date: Timestamp; readonly reason: string }>
  readonly withdrawn: ReadonlyMap<Version, { readonly date: Timestamp; readonly reason: string }>
}

export const emptyHistory: ReleaseHistory = {
  releases: new Map(),
  tombstones: new Map(),
  endedMajors: new Map(),
  withdrawn: new Map()
}

export const evolve = (history: ReleaseHistory, event: ReleaseEvent): ReleaseHistory => {
  switch (event._tag) {
    case "ReleasePublished": {
      const { _tag, manifest, ...planned } = event
      const release = { ...releaseOf(history, planned), manifest }
      const releases = new Map(history.releases).set(event.version, release)
      const before = event.base === null ? undefined : history.releases.get(event.base)
      const tombstones = tombstonesAfter(history.tombstones, before?.taxonomy ?? empty, event)
      return { ...history, releases, tombstones }
    }
    case "MajorEnded": {
      const { date, major, reason } = event
      return { ...history, endedMajors: new Map(history.endedMajors).set(major, { date, reason }) }
    }
    case "ReleaseWithdrawn": {
      const { date, reason, version } = event
      return { ...history, withdrawn: new Map(history.withdrawn).set(version, { date, reason }) }
    }
  }
}

export const replay = (events: ReadonlyArray<ReleaseEvent>): ReleaseHistory => events.reduce(evolve, emptyHistory)

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

/** The event of a release, once the digest of its manifest is known. */
export const publicationOf = (release: Release, manifest: ReleasePublished["manifest"]): ReleasePublished => {
  const { clocks: _, removals: __, removed: ___, taxonomy: ____, ...data } = release
  return { _tag: "ReleasePublished", ...data, manifest }
}

/** The release that publishing makes: the snapshot of its base with the changes applied, and its clocks. */
export const releaseOf = (
  history: ReleaseHistory,
  planned: Omit<Release, "taxonomy" | "clocks" | "removals" | "removed">
): Release => {
  const base = planned.base === null ? undefined : history.releases.get(planned.base)
  const taxonomy = apply(base?.taxonomy ?? empty, planned.changes)
  const since = { version: planned.version, date: planned.published_at }
  const deprecated = deprecatedItems(taxonomy)
  const clocks = advance(base?.clocks ?? new Map(), deprecated, since)
  const removalOf = removalVersions(history, planned.version)
  const removals = new Map(deprecated.map(({ item }) => [toItemId(item), removalOf(item)]))
  return { ...planned, taxonomy, clocks, removals, removed: removedAfter(base, planned) }
}

const removedAfter = (
  base: PublishedRelease | undefined,
  { changes, version }: Pick<Release, "changes" | "version">
): Release["removed"] => {
  if (base === undefined) return new Map()
  const items = changes.flatMap((change) => allRemovedItems(base.taxonomy, change))
  if (items.length === 0 && base.removed.size === 0) return base.removed
  const deprecations = new Map(
    items.length === 0
      ? []
      : deprecatedItems(base.taxonomy).map(({ deprecation, item }) => [toItemId(item), deprecation])
  )
  const removed = new Map(base.removed)
  for (const id of items.map(toItemId)) removed.set(id, { version, deprecation: deprecations.get(id) })
  for (const item of changes.flatMap(allAddedItems)) removed.delete(toItemId(item))
  return removed
}

const tombstonesAfter = (
  tombstones: ReleaseHistory["tombstones"],
  before: Taxonomy,
  { changes, version }: ReleasePublished
): ReleaseHistory["tombstones"] => {
  const removed = changes.flatMap((change) => allRemovedItems(before, change))
  if (removed.length === 0 && tombstones.size === 0) return tombstones
  const added = changes.flatMap(allAddedItems)
  if (removed.length === 0 && added.every((item) => !tombstones.has(toCaselessItemId(item)))) return tombstones
  const after = new Map(tombstones)
  for (const item of removed) after.set(toCaselessItemId(item), { item, version })
  for (const item of added) after.delete(toCaselessItemId(item))
  return after
}
