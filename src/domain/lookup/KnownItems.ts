import { newestOf } from "../release/commands/VersionPlan.ts"
import type { PublishedRelease, ReleaseHistory, RemovedItem } from "../release/ReleaseHistory.ts"
import { newestStanding } from "../release/StandingReleases.ts"
import { toItemId } from "../taxonomy/ItemRef.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import { itemEntries, type ItemEntry } from "./ItemEntries.ts"

/** An item of the draft, of the newest release, or of the past. */
export interface KnownItem extends ItemEntry {
  readonly state: ItemState
}

export type ItemState =
  /** In the newest release, and in the draft if there is one. */
  | { readonly _tag: "Published" }
  /** In the draft only. */
  | { readonly _tag: "Added" }
  /** In the newest release, but not in the draft. */
  | { readonly _tag: "Dropped" }
  | ({ readonly _tag: "Removed"; readonly date: string } & RemovedItem)

/** Every item that the taxonomy has or had on its newest line, with the draft's texts where it has them. */
export const knownItems = (history: ReleaseHistory, draft: Taxonomy | undefined): ReadonlyArray<KnownItem> => {
  const [newest, last] = [newestStanding(history), newestOf(history)]
  const published = newest === undefined ? [] : itemEntries(newest.taxonomy)
  const drafted = draft === undefined ? published : itemEntries(draft)
  const [inDraft, inRelease] = [drafted, published].map((entries) => new Set(entries.map(({ item }) => toItemId(item))))
  // What only a withdrawn release removed is published.
  const removed = (last === undefined ? [] : removedItems(history, last)).filter(
    ({ item }) => inRelease?.has(toItemId(item)) === false
  )
  return [
    ...drafted.map((entry) =>
      withState(inRelease?.has(toItemId(entry.item)) === true ? { _tag: "Published" } : { _tag: "Added" })(entry)
    ),
    ...published.filter(({ item }) => inDraft?.has(toItemId(item)) === false).map(withState({ _tag: "Dropped" })),
    ...removed.filter(({ item }) => inDraft?.has(toItemId(item)) === false)
  ]
}

const withState =
  (state: ItemState) =>
  (entry: ItemEntry): KnownItem => ({ ...entry, state })

/** The items that the newest line removed, as they were in the release before. */
const removedItems = ({ releases }: ReleaseHistory, newest: PublishedRelease): ReadonlyArray<KnownItem> =>
  [...Map.groupBy(newest.removed, ([, { version }]) => version)].flatMap(([version, ofVersion]) => {
    const release = releases.get(version)
    const before = release?.base === undefined || release.base === null ? undefined : releases.get(release.base)
    if (release === undefined || before === undefined) return []
    const byId = new Map(ofVersion)
    return itemEntries(before.taxonomy).flatMap((entry): ReadonlyArray<KnownItem> => {
      const removed = byId.get(toItemId(entry.item))
      return removed === undefined
        ? []
        : [{ ...entry, state: { _tag: "Removed", date: release.published_at, ...removed } }]
    })
  })
