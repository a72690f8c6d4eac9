import type { Timestamp } from "../../ledger/Timestamp.ts"
import type { Deprecation } from "../../taxonomy/Deprecation.ts"
import { toItemId, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../taxonomy/Names.ts"
import { replacementItems } from "../../taxonomy/Replacement.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { snapshotOf, type SnapshotItem } from "../../vocabulary/Snapshot.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"
import { recordedBase } from "../ReleaseLines.ts"
import type { DeprecatedSince } from "./DeprecationClock.ts"

/** An item that is deprecated before it is removed. */
type ItemContent = Exclude<SnapshotItem, { readonly _tag: "ConflictRule" }>

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
    const before = remover && recordedBase(releases, remover)
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

/** The removal of an item that a release no longer has. */
export interface RemovedItem {
  readonly item: ItemRef
  readonly version: Version
  /** The items that replace it. One of them was removed too if its own replacements would change the meaning. */
  readonly replacements: ReadonlyArray<ItemRef>
  /** Whether any one of the replacements applies, or all of them together. */
  readonly mode: Replacement["mode"]
  /** Why it was removed, if the editors stated a reason. */
  readonly reason: string | undefined
  /** True if it was published by mistake: only withdrawn releases contained it. */
  readonly withdrawn: boolean
}

/** Finds the removal of an item. `undefined` if the item never existed, or still exists in the release. */
export const findRemovedItem = (release: PublishedRelease, item: ItemRef): RemovedItem | undefined => {
  const removal = release.removed.get(toItemId(item))
  if (removal === undefined) return undefined
  const { items, mode } = findReplacement(release, item, removal.deprecation)
  const { deprecation, version, withdrawn = false } = removal
  return { item, version, replacements: items, mode, reason: deprecation?.reason, withdrawn }
}

interface Replacement {
  readonly mode: "one_of" | "all_of"
  readonly items: ReadonlyArray<ItemRef>
}

/**
 * The replacements of a removed item. One that was removed too is followed to its own replacements if that keeps the
 * meaning; otherwise it is named itself.
 */
const findReplacement = (
  release: PublishedRelease,
  item: ItemRef,
  deprecation: Deprecation | undefined,
  seen: ReadonlySet<ItemId> = new Set([toItemId(item)])
): Replacement => {
  const direct = deprecation === undefined ? [] : replacementItems(item, deprecation)
  const mode = direct.length > 1 ? (deprecation?.replacement_mode ?? "one_of") : "one_of"
  const parts = direct.flatMap((next): ReadonlyArray<ReplacementPart> => {
    const replacement = replacementOfPart(release, next, seen)
    if (replacement.items.length > 0) return [{ next, replacement }]
    // A choice remains without this part, but a split does not.
    return mode === "one_of" ? [] : [{ next, replacement: itself(next) }]
  })
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return only.replacement
  const items = parts.flatMap(({ next, replacement }) =>
    replacement.items.length === 1 || replacement.mode === mode ? replacement.items : [next]
  )
  const distinct = [...new Map(items.map((next) => [toItemId(next), next])).values()]
  return { mode: distinct.length > 1 ? mode : "one_of", items: distinct }
}

/** One of the direct replacements, and the items that it leads to. */
interface ReplacementPart {
  readonly next: ItemRef
  readonly replacement: Replacement
}

const replacementOfPart = (release: PublishedRelease, next: ItemRef, seen: ReadonlySet<ItemId>): Replacement => {
  const id = toItemId(next)
  if (seen.has(id)) return { mode: "one_of", items: [] }
  const removal = release.removed.get(id)
  return removal === undefined
    ? itself(next)
    : findReplacement(release, next, removal.deprecation, new Set([...seen, id]))
}

const itself = (item: ItemRef): Replacement => ({ mode: "one_of", items: [item] })
