import { type Change, changedItem } from "../change/Change.ts"
import { diff, isEqual } from "../change/Diff.ts"
import { changedFields, kindFacts } from "../change/Recording.ts"
import { memberOf } from "../Json.ts"
import { toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { majorOf } from "../taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"
import { ancestryOf, majorsOf, newestOfMajor } from "./ReleaseLines.ts"

/** A field that an older line changed after the newer one had branched off, and that the newer one still has as before. */
export interface MissingHotfix {
  /** The release of the older line that made the change. */
  readonly release: Version
  /** `undefined` for the taxonomy itself. */
  readonly item: ItemRef | undefined
  readonly field: string
}

/**
 * Finds what older lines corrected and a draft on top of a release of a newer line lacks. A field that the newer line has
 * changed to something else was decided there; an item that it has not is none of its concern.
 */
export const findMissingHotfixes = (
  history: ReleaseHistory,
  base: PublishedRelease,
  version: Version,
  draft: Taxonomy
): ReadonlyArray<MissingHotfix> => {
  const older = majorsOf(history).filter((major) => major < majorOf(version))
  if (older.length === 0) return []
  const own = new Set(ancestryOf(history.releases, base))
  return older.flatMap((major): ReadonlyArray<MissingHotfix> => {
    const newest = newestOfMajor(history, major)
    if (newest === undefined || own.has(newest)) return []
    const line = [...ancestryOf(history.releases, newest)]
    const branchPoint = line.find((release) => own.has(release))
    if (branchPoint === undefined) return []
    const hotfixes = line.slice(0, line.indexOf(branchPoint))
    const snapshot = snapshotOf(draft)
    const madeBy = attribute(hotfixes)
    return diff(branchPoint.taxonomy, newest.taxonomy).flatMap((change): ReadonlyArray<MissingHotfix> => {
      const item = changedItem(change)
      const release = madeBy.get(keyOf(change) ?? "")
      const current = release === undefined ? undefined : item === undefined ? draft : snapshot.get(item)
      if (release === undefined || current === undefined) return []
      return changedFields(change)
        .filter(({ after, before, name }) => !isEqual(before, after) && isEqual(memberOf(current, name), before))
        .map(({ name }) => ({ release, item, field: name }))
    })
  })
}

/** The newest of the releases that changed each field. */
const attribute = (releases: ReadonlyArray<PublishedRelease>): ReadonlyMap<string, Version> =>
  new Map(
    releases.toReversed().flatMap(({ changes, version }) =>
      changes.flatMap((change) => {
        const key = keyOf(change)
        return key === undefined ? [] : [[key, version] as const]
      })
    )
  )

/** Names the fields of an item that changes record together; `undefined` for additions, removals and orders. */
const keyOf = (change: Change): string | undefined => {
  const { names } = kindFacts[change.kind]
  const item = changedItem(change)
  return names.length === 0 ? undefined : `${item === undefined ? "" : toItemId(item)} ${names.join()}`
}
