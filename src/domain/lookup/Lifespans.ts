import type { ReleaseHistory } from "../release/ReleaseHistory.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { toItemId } from "../taxonomy/ItemRef.ts"
import type { Version } from "../taxonomy/Version.ts"
import { findEntry, type ItemEntry } from "./ItemEntries.ts"
import { makeFindPresence, type Presence } from "./Presence.ts"
import { presenceChanges } from "./PresenceChanges.ts"

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
