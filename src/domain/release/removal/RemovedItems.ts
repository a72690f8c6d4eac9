import type { Timestamp } from "../../ledger/Timestamp.ts"
import { toItemId, type ItemId } from "../../taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../taxonomy/NameComparison.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import type { Version } from "../../taxonomy/Version.ts"
import { snapshotOf, type SnapshotItem } from "../../vocabulary/Snapshot.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"
import type { DeprecatedSince } from "./DeprecationClock.ts"

/** An item that is deprecated before it is removed. */
export type ItemContent = Exclude<SnapshotItem, { readonly _tag: "ConflictRule" }>

/** An item as the last release that had it describes it. */
export type RemovedContent = ItemContent & {
  readonly since: DeprecatedSince | undefined
  /** The release that removed it; `undefined` if the working tree does. */
  readonly removal: { readonly version: Version; readonly date: Timestamp } | undefined
}

/**
 * The items that a release and its ancestry removed, sorted by id. `taxonomy` is that of the release, or of a working tree
 * that builds on it: what it lacks is removed too, and what it brings back is not.
 */
export const findRemovedItems = (
  { releases }: Pick<ReleaseHistory, "releases">,
  release: PublishedRelease,
  taxonomy: Taxonomy = release.taxonomy
): ReadonlyArray<RemovedContent> => {
  const present = new Set(itemsOf(taxonomy).map(({ item }) => toItemId(item)))
  const versions = new Set([...release.removed.values()].map(({ version }) => version))
  const published = [...versions].flatMap((version) => {
    const remover = releases.get(version)
    const before = remover?.base === undefined || remover.base === null ? undefined : releases.get(remover.base)
    return remover === undefined || before === undefined
      ? []
      : contentsBefore(before, (id) => release.removed.get(id)?.version === version && !present.has(id), {
          version,
          date: remover.published_at
        })
  })
  const draft = taxonomy === release.taxonomy ? [] : contentsBefore(release, (id) => !present.has(id), undefined)
  return [...published, ...draft].sort((left, right) => byCodeUnits(toItemId(left.item), toItemId(right.item)))
}

const contentsBefore = (
  { clocks, taxonomy }: PublishedRelease,
  isRemoved: (id: ItemId) => boolean,
  removal: RemovedContent["removal"]
): ReadonlyArray<RemovedContent> =>
  itemsOf(taxonomy).flatMap((found) => {
    const id = toItemId(found.item)
    return isRemoved(id) ? [{ ...found, since: clocks.get(id), removal }] : []
  })

/** Every item but conflict rules, which go without a deprecation. */
const itemsOf = (taxonomy: Taxonomy): ReadonlyArray<ItemContent> =>
  [...snapshotOf(taxonomy).items()].filter((found) => found._tag !== "ConflictRule")
