import { type Change, allAddedItems, allRemovedItems, changedItem } from "../change/Change.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { itemEntries, type ItemEntry } from "../lookup/ItemUses.ts"
import { formatItem, toItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { ReleaseHistory, PublishedRelease, RecordedRemoval } from "./ReleaseHistory.ts"
import { newestOf, recordedBase } from "./ReleaseLines.ts"
import { newestStanding } from "./StandingReleases.ts"

/** A change of an item in one release. */
interface TimelineEntry {
  readonly version: Version
  readonly date: Timestamp
  readonly change: Change
}

/**
 * Every change of an item, named as `formatItem` formats it, in the order of the ledger. The changes of its values are
 * part of a dimension's timeline, and the addition and removal of its dimension part of a value's.
 */
export const itemTimeline = ({ releases }: ReleaseHistory, name: string): ReadonlyArray<TimelineEntry> =>
  [...releases.values()].flatMap((release) => {
    const { changes, published_at, version } = release
    // Needed for a removed dimension alone, and a snapshot can take long to load.
    const before = () => recordedBase(releases, release)?.taxonomy ?? empty
    return changes
      .filter(
        (change) =>
          ("value" in change && change.dimension === name) ||
          [
            changedItem(change) ?? [],
            allAddedItems(change),
            change.kind === "dimension-removed" ? allRemovedItems(before(), change) : []
          ]
            .flat()
            .some((item) => formatItem(item) === name)
      )
      .map((change) => ({ version, date: published_at, change }))
  })

/** Every item that the taxonomy ever held. */
export const everyItem = ({ releases }: ReleaseHistory): ReadonlyArray<ItemRef> => [
  ...new Map(
    [...releases.values()].flatMap(({ changes }) =>
      changes.flatMap((change) =>
        [changedItem(change) ?? [], allAddedItems(change)].flat().map((item) => [toItemId(item), item] as const)
      )
    )
  ).values()
]

/** An item of the draft, of the newest release, or of the past. */
export interface KnownItem extends ItemEntry {
  readonly state: ItemState
}

type ItemState =
  /** In the newest release, and in the draft if there is one. */
  | { readonly _tag: "Published" }
  /** In the draft only. */
  | { readonly _tag: "Added" }
  /** In the newest release, but not in the draft. */
  | { readonly _tag: "Dropped" }
  | ({ readonly _tag: "Removed"; readonly date: string } & RecordedRemoval)

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
    const before = release && recordedBase(releases, release)
    if (release === undefined || before === undefined) return []
    const byId = new Map(ofVersion)
    return itemEntries(before.taxonomy).flatMap((entry): ReadonlyArray<KnownItem> => {
      const removed = byId.get(toItemId(entry.item))
      return removed === undefined
        ? []
        : [{ ...entry, state: { _tag: "Removed", date: release.published_at, ...removed } }]
    })
  })
