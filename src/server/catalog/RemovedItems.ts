import { allRemovedItems } from "../../domain/change/ChangedItems.ts"
import { deprecatedItems } from "../../domain/release/DeprecationClock.ts"
import { ancestry, type History, type PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, isSameItem, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { shortName, type Version } from "../../domain/taxonomy/Version.ts"

/** The removal of an item that a release no longer has. */
export interface RemovedItem {
  readonly item: ItemRef
  readonly version: Version
  /** The items of the release that replace it. */
  readonly replacements: ReadonlyArray<ItemRef>
  /** Why it was removed, if the editors stated a reason. */
  readonly reason: string | undefined
}

/** Finds the removal of an item. `undefined` if the item never existed, or still exists in the release. */
export const findRemovedItem = (
  history: History,
  release: PublishedRelease,
  item: ItemRef
): RemovedItem | undefined => {
  const removal = findRemoval(history, release, item)
  return removal === undefined
    ? undefined
    : {
        item,
        version: removal.version,
        replacements: replacementsIn(history, release, item, removal.deprecation),
        reason: removal.deprecation?.reason
      }
}

/** The text of the error for a removed item (service spec, sections 3 and 7). */
export const describeRemovedItem = ({ item, reason, replacements, version }: RemovedItem): string => {
  const instead =
    replacements.length > 0
      ? `Use ${replacements.map((replacement) => `'${codeOf(replacement)}'`).join(" or ")} instead.`
      : `Nothing replaces it${reason === undefined ? "" : `: ${reason}`}`
  return `${describeItem(item)} was removed in ${shortName(version)}. ${instead}`
}

const describeItem = (item: ItemRef): string => {
  switch (item._tag) {
    case "Dimension":
      return `The dimension '${item.dimension}'`
    case "Value":
      return `The value '${item.value}' of ${item.dimension}`
    case "License":
      return `The base license '${item.license}'`
    case "ConflictRule":
      return `The rule '${item.rule}'`
  }
}

const codeOf = (item: ItemRef): string => (item._tag === "Value" ? item.value : formatItem(item))

interface Removal {
  readonly version: Version
  /** As of the release before. */
  readonly deprecation: Deprecation | undefined
}

/** Finds the last removal in the ancestry of a release: a code that was added again can be removed again. */
const findRemoval = (history: History, release: PublishedRelease, item: ItemRef): Removal | undefined => {
  for (const { base, changes, version } of ancestry(history, release)) {
    const before = base === null ? undefined : history.releases.get(base)?.taxonomy
    if (before === undefined) return undefined
    const isRemoved = changes.some((change) => allRemovedItems(before, change).some((other) => isSameItem(other, item)))
    if (isRemoved) return { version, deprecation: deprecationIn(before, item) }
  }
  return undefined
}

const deprecationIn = (taxonomy: Taxonomy, item: ItemRef): Deprecation | undefined =>
  deprecatedItems(taxonomy).find((deprecated) => isSameItem(deprecated.item, item))?.deprecation

/** The replacements that exist in the release. One that was removed too is replaced by its own replacements. */
const replacementsIn = (
  history: History,
  release: PublishedRelease,
  item: ItemRef,
  deprecation: Deprecation | undefined,
  seen: ReadonlySet<ItemId> = new Set([toItemId(item)])
): ReadonlyArray<ItemRef> => {
  if (deprecation === undefined) return []
  const found = replacementItems(item, deprecation).flatMap((next): ReadonlyArray<ItemRef> => {
    const id = toItemId(next)
    if (seen.has(id)) return []
    const removal = findRemoval(history, release, next)
    return removal === undefined
      ? [next]
      : replacementsIn(history, release, next, removal.deprecation, new Set([...seen, id]))
  })
  return [...new Map(found.map((replacement) => [toItemId(replacement), replacement])).values()]
}
