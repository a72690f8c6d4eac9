import { allRemovedItems } from "../../domain/change/ChangedItems.ts"
import { deprecatedItems } from "../../domain/release/DeprecationClock.ts"
import { ancestry, type History, type PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { formatItem, isSameItem, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Deprecation, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { shortName, type Version } from "../../domain/taxonomy/Version.ts"

/**
 * What a caller is told who uses something that is gone from a release: when it went, and what takes its place there
 * (service spec, sections 3 and 7). Nothing for what was never there, or is there still.
 */
export const removed = (history: History, release: PublishedRelease, item: ItemRef): string | undefined => {
  const removal = removalOf(history, release, item)
  if (removal === undefined) return undefined
  const replacements = replacementsIn(history, release, item, removal.deprecation)
  const instead =
    replacements.length > 0
      ? `Use ${replacements.map((replacement) => `'${codeOf(replacement)}'`).join(" or ")} instead.`
      : `Nothing replaces it${removal.deprecation?.reason === undefined ? "" : `: ${removal.deprecation.reason}`}`
  return `${nameOf(item)} was removed in ${shortName(removal.version)}. ${instead}`
}

const nameOf = (item: ItemRef): string => {
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
  /** What was said of it in the release before. */
  readonly deprecation: Deprecation | undefined
}

/** The last removal in the ancestry of a release. A code that came back and went again was removed twice. */
const removalOf = (history: History, release: PublishedRelease, item: ItemRef): Removal | undefined => {
  for (const { base, changes, version } of ancestry(history, release)) {
    const before = base === null ? undefined : history.releases.get(base)?.taxonomy
    if (before === undefined) return undefined
    const gone = changes.some((change) => allRemovedItems(before, change).some((other) => isSameItem(other, item)))
    if (gone) return { version, deprecation: deprecationIn(before, item) }
  }
  return undefined
}

const deprecationIn = (taxonomy: Taxonomy, item: ItemRef): Deprecation | undefined =>
  deprecatedItems(taxonomy).find((deprecated) => isSameItem(deprecated.item, item))?.deprecation

/** What replaces an item in this very release: a replacement that is gone as well leads on to its own. */
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
    const removal = removalOf(history, release, next)
    return removal === undefined
      ? [next]
      : replacementsIn(history, release, next, removal.deprecation, new Set([...seen, id]))
  })
  return [...new Map(found.map((replacement) => [toItemId(replacement), replacement])).values()]
}
