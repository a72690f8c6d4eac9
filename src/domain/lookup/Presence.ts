import { type Change, allAddedItems, allRemovedItems, changedItem } from "../change/Change.ts"
import type { ReleaseHistory, PublishedRelease } from "../release/ReleaseHistory.ts"
import { recordedBase } from "../release/ReleaseLines.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { toItemId, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import { findEntry, type ItemEntry } from "./ItemUses.ts"

/** An item of any release, with its texts in the newest release that has it, and the releases that changed its state. */
export interface Lifespan extends ItemEntry {
  /** The release that added it, or brought it back. */
  readonly addedIn: Version
  /** The release that deprecated it. `undefined` if the newest release that has it does not deprecate it. */
  readonly deprecatedIn: Version | undefined
  /** The release that removed it. `undefined` if the newest line that ever had it still does. */
  readonly removedIn: Version | undefined
  /** The newest release that has it. */
  readonly lastIn: Version
  /** Its deprecation, or the one that it was removed with. */
  readonly deprecation: Deprecation | undefined
}

/**
 * The lifespan of every item that the taxonomy ever had. A withdrawn release counts like any other: what it added or
 * removed stays reserved.
 */
export const lifespans = (history: ReleaseHistory): ReadonlyArray<Lifespan> => {
  const findPresence = makeFindPresence(history)
  return presenceChanges(history).flatMap(({ changes, item }): ReadonlyArray<Lifespan> => {
    const presence = findPresence(changes)
    if (presence === undefined) return []
    const entry = findEntry(presence.last.taxonomy, item)
    return entry === undefined ? [] : [lifespanOf(entry, presence)]
  })
}

const lifespanOf = (entry: ItemEntry, { addedIn, last, removedBy }: Presence): Lifespan => {
  const id = toItemId(entry.item)
  return {
    ...entry,
    addedIn,
    deprecatedIn: last.clocks.get(id)?.version,
    removedIn: removedBy?.version,
    lastIn: last.version,
    deprecation: entry.texts.deprecated ?? removedBy?.removed.get(id)?.deprecation
  }
}

/** Which releases have an item. */
interface Presence {
  /** The newest release that has it. */
  readonly last: PublishedRelease
  /** The release of that line that added it, or brought it back. */
  readonly addedIn: Version
  /** The release that removed it. `undefined` if the newest release whose ancestry ever had it still has it. */
  readonly removedBy: PublishedRelease | undefined
}

/**
 * Finds which releases have an item, from those that added or removed it. Each line has its own answer: 2.0.0 can remove
 * an item that 1.9.0 still has, and 1.9.0 can add one that 2.0.0 never had.
 */
const makeFindPresence = ({ releases }: ReleaseHistory): ((changes: PresenceChanges) => Presence | undefined) => {
  const newestFirst = [...releases.values()].sort((left, right) => compare(right.version, left.version))
  const findIn = (changes: PresenceChanges): Presence | undefined => {
    const states = statesOf(releases, changes)
    const known = newestFirst.find(({ version }) => states.has(version))
    const last = newestFirst.find(({ version }) => states.get(version)?.removedBy === null)
    const state = last === undefined ? undefined : states.get(last.version)
    if (known === undefined || last === undefined || state === undefined) return undefined
    return { last, addedIn: state.addedIn, removedBy: states.get(known.version)?.removedBy ?? undefined }
  }
  // There may be very many items, but most of them came with few releases.
  const found = new Map<string, Presence | undefined>()
  return (changes) => {
    const key = Array.from(changes, ([{ version }, isAddition]) => `${isAddition ? "+" : "-"}${version}`).join(" ")
    if (!found.has(key)) found.set(key, findIn(changes))
    return found.get(key)
  }
}

/** An item as of a release whose ancestry ever had it. */
interface State {
  readonly addedIn: Version
  /** `null` if the release has the item. */
  readonly removedBy: PublishedRelease | null
}

const statesOf = (releases: ReleaseHistory["releases"], changes: PresenceChanges): ReadonlyMap<Version, State> => {
  const states = new Map<Version, State>()
  // A release follows its base in the ledger.
  for (const [version, release] of releases) {
    const before = release.base === null ? undefined : states.get(release.base)
    const isAddition = changes.get(release)
    if (isAddition === true) states.set(version, { addedIn: version, removedBy: null })
    else if (before !== undefined)
      states.set(version, isAddition === false ? { ...before, removedBy: release } : before)
  }
  return states
}

/** The releases that added an item (true) or removed it (false), in the order of the ledger. */
type PresenceChanges = ReadonlyMap<PublishedRelease, boolean>

/** The additions and removals of every item that the taxonomy ever had. */
const presenceChanges = ({ releases }: ReleaseHistory) => {
  const items = new Map<ItemId, { readonly item: ItemRef; readonly changes: Map<PublishedRelease, boolean> }>()
  const record = (item: ItemRef, release: PublishedRelease, isAddition: boolean): void => {
    const id = toItemId(item)
    const known = items.get(id) ?? { item, changes: new Map() }
    items.set(id, known)
    known.changes.set(release, isAddition)
  }
  for (const release of releases.values()) {
    const before = recordedBase(releases, release)?.taxonomy ?? empty
    for (const change of release.changes) {
      for (const item of removedItems(before, change)) record(item, release, false)
      for (const item of addedItems(change)) record(item, release, true)
    }
  }
  return [...items.values()]
}

// Tombstones do not exist for rules, so `allAddedItems` and `allRemovedItems` leave them out.
const addedItems = (change: Change): ReadonlyArray<ItemRef> =>
  change.kind === "rule-added" ? itemOf(change) : allAddedItems(change)

const removedItems = (before: Taxonomy, change: Change): ReadonlyArray<ItemRef> =>
  change.kind === "rule-removed" ? itemOf(change) : allRemovedItems(before, change)

const itemOf = (change: Change): ReadonlyArray<ItemRef> => {
  const item = changedItem(change)
  return item === undefined ? [] : [item]
}
