import { apply } from "../change/Apply.ts"
import { allAddedItems, allRemovedItems } from "../change/ChangedItems.ts"
import type { InvariantViolation } from "../ledger/ChainBroken.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { isSameItem, toCaselessItemId, toItemId, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { empty, type Taxonomy } from "../taxonomy/Taxonomy.ts"
import { compare, majorOf, next, type Bump, type Version } from "../taxonomy/Version.ts"
import { advance, deprecatedItems, type Clocks } from "./DeprecationClock.ts"
import type { ReleaseEvent, ReleasePublished } from "./ReleaseEvent.ts"

/** A release before its artifacts exist: what its event will say but for the manifest, and the state it leads to. */
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
export interface History {
  /** In the order of the ledger. */
  readonly releases: ReadonlyMap<Version, PublishedRelease>
  /** By `toCaselessItemId`. An item that was brought back under a waiver has none. */
  readonly tombstones: ReadonlyMap<string, Tombstone>
  readonly endedMajors: ReadonlyMap<number, { readonly date: Timestamp; readonly reason: string }>
  readonly withdrawn: ReadonlyMap<Version, { readonly date: Timestamp; readonly reason: string }>
}

export const noHistory: History = {
  releases: new Map(),
  tombstones: new Map(),
  endedMajors: new Map(),
  withdrawn: new Map()
}

export const evolve = (history: History, event: ReleaseEvent): History => {
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

export const replay = (events: ReadonlyArray<ReleaseEvent>): History => events.reduce(evolve, noHistory)

/**
 * Returns why no version of this program would write an event after a history. A rule that came later, such as that an
 * end may not lie before the beginning, does not count: events from before it stay valid.
 */
export const invariantViolation = (history: History, event: ReleaseEvent): InvariantViolation | undefined => {
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

/** What publishing leads to: the base's snapshot with the changes, and the base's deprecation clocks moved on. */
export const releaseOf = (
  history: History,
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

/** The highest published version below the given one: what a release with that version builds on. */
export const baseOf = ({ releases }: History, version: Version): PublishedRelease | undefined => {
  const below = [...releases.keys()]
    .filter((published) => compare(published, version) < 0)
    .sort(compare)
    .at(-1)
  return below === undefined ? undefined : releases.get(below)
}

/** A release and all that it builds on, the newest first. */
export const ancestry = ({ releases }: History, release: PublishedRelease): ReadonlyArray<PublishedRelease> => {
  const line: Array<PublishedRelease> = []
  let next: PublishedRelease | undefined = release
  while (next !== undefined) {
    line.push(next)
    next = next.base === null ? undefined : releases.get(next.base)
  }
  return line
}

/** The highest release of the highest major. */
export const newestOf = ({ releases }: History): PublishedRelease | undefined => {
  const newest = [...releases.keys()].sort(compare).at(-1)
  return newest === undefined ? undefined : releases.get(newest)
}

/** The highest release of a major. */
export const newestOfMajor = ({ releases }: History, major: number): PublishedRelease | undefined => {
  const newest = [...releases.keys()]
    .filter((version) => majorOf(version) === major)
    .sort(compare)
    .at(-1)
  return newest === undefined ? undefined : releases.get(newest)
}

/**
 * The version that a deprecated item of a release goes in: the one of a newer line that has removed it already, or the
 * next major one of all lines.
 */
export const removalVersions = (history: History, version: Version): ((item: ItemRef) => Version) => {
  const nextMajor = nextMajorAfter(history, version)
  return (item) => {
    const gone = history.tombstones.get(toCaselessItemId(item))
    return gone !== undefined && isSameItem(gone.item, item) && compare(gone.version, version) > 0
      ? gone.version
      : nextMajor
  }
}

/** The next major version of all lines, once the given version is out. */
const nextMajorAfter = (history: History, version: Version): Version => {
  const newest = newestOf(history)?.version ?? version
  return next(compare(newest, version) > 0 ? newest : version, "major")
}

/** A version that is free, and the release that it builds on. */
export interface Successor {
  readonly version: Version
  readonly on: PublishedRelease | undefined
}

/**
 * The least free version for changes to a release that need a bump. Where the line has gone on already, that is a
 * version on top of its newest release; without a bump it is the release itself.
 */
export const freeSuccessor = (history: History, base: PublishedRelease, bump: Bump | undefined): Successor => {
  if (bump === undefined) return { version: base.version, on: base }
  const direct = next(base.version, bump)
  if (!history.releases.has(direct) && baseOf(history, direct) === base) return { version: direct, on: base }
  const on = (bump === "major" ? newestOf(history) : newestOfMajor(history, majorOf(base.version))) ?? base
  return { version: next(on.version, bump), on }
}

/** The majors that have a release, in ascending order. */
export const majorsOf = ({ releases }: History): ReadonlyArray<number> =>
  [...new Set([...releases.keys()].map(majorOf))].sort((left, right) => left - right)

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
  tombstones: History["tombstones"],
  before: Taxonomy,
  { changes, version }: ReleasePublished
): History["tombstones"] => {
  const removed = changes.flatMap((change) => allRemovedItems(before, change))
  if (removed.length === 0 && tombstones.size === 0) return tombstones
  const added = changes.flatMap(allAddedItems)
  if (removed.length === 0 && added.every((item) => !tombstones.has(toCaselessItemId(item)))) return tombstones
  const after = new Map(tombstones)
  for (const item of removed) after.set(toCaselessItemId(item), { item, version })
  for (const item of added) after.delete(toCaselessItemId(item))
  return after
}
