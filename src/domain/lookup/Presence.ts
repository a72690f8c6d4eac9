import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../release/ReleaseHistory.ts"
import type { Version } from "../taxonomy/Version.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import type { PresenceChanges } from "./PresenceChanges.ts"

/** Which releases have an item. */
export interface Presence {
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
export const makeFindPresence = ({
  releases
}: ReleaseHistory): ((changes: PresenceChanges) => Presence | undefined) => {
  const newestFirst = [...releases.values()].sort((left, right) => compare(right.version, left.version))
  return memoizeByIdentity((changes) => {
    const states = statesOf(releases, changes)
    const known = newestFirst.find(({ version }) => states.has(version))
    const last = newestFirst.find(({ version }) => states.get(version)?.removedBy === null)
    const state = last === undefined ? undefined : states.get(last.version)
    if (known === undefined || last === undefined || state === undefined) return undefined
    return { last, addedIn: state.addedIn, removedBy: states.get(known.version)?.removedBy ?? undefined }
  })
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
