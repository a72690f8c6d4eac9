import { allRemovedBy, type ChangedItem } from "../../domain/change/ChangedItems.ts"
import { deprecatedItems, itemKey } from "../../domain/release/DeprecationClock.ts"
import { ancestry, type History, type PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { Deprecation, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { shortName, type Version } from "../../domain/taxonomy/Version.ts"

/**
 * What a caller is told who uses something that is gone from a release: when it went, and what takes its place there
 * (service spec, sections 3 and 7). Nothing for what was never there, or is there still.
 */
export const removed = (history: History, release: PublishedRelease, item: RemovableItem): string | undefined => {
  const removal = removalOf(history, release, item.key)
  if (removal === undefined) return undefined
  const replacements = replacementsIn(history, release, item, removal.deprecation)
  const instead =
    replacements.length > 0
      ? `Use ${replacements.map((code) => `'${code}'`).join(" or ")} instead.`
      : `Nothing replaces it${removal.deprecation?.reason === undefined ? "" : `: ${removal.deprecation.reason}`}`
  return `${item.name} was removed in ${shortName(removal.version)}. ${instead}`
}

export interface RemovableItem {
  /** As `itemKey` makes it. */
  readonly key: string
  /** As a sentence begins with it. */
  readonly name: string
  /** The item of the same kind that replaces it, by its code. */
  readonly replacedBy: (code: string) => RemovableItem
}

export const removable = {
  dimension: (name: string): RemovableItem => ({
    key: itemKey.dimension(name),
    name: `The dimension '${name}'`,
    replacedBy: removable.dimension
  }),
  value: (dimension: string, code: string): RemovableItem => ({
    key: itemKey.value(dimension, code),
    name: `The value '${code}' of ${dimension}`,
    replacedBy: (other) => removable.value(dimension, other)
  }),
  license: (code: string): RemovableItem => ({
    key: itemKey.license(code),
    name: `The base license '${code}'`,
    replacedBy: removable.license
  })
} as const

interface Removal {
  readonly version: Version
  /** What was said of it in the release before. */
  readonly deprecation: Deprecation | undefined
}

/** The last removal in the ancestry of a release. A code that came back and went again was removed twice. */
const removalOf = (history: History, release: PublishedRelease, key: string): Removal | undefined => {
  for (const { base, changes, version } of ancestry(history, release)) {
    const before = base === null ? undefined : history.releases.get(base)?.taxonomy
    if (before === undefined) return undefined
    const gone = changes.some((change) => allRemovedBy(before, change).some((item: ChangedItem) => item.key === key))
    if (gone) return { version, deprecation: deprecationIn(before, key) }
  }
  return undefined
}

const deprecationIn = (taxonomy: Taxonomy, key: string): Deprecation | undefined =>
  deprecatedItems(taxonomy).find((item) => item.key === key)?.deprecation

/** What replaces an item in this very release: a replacement that is gone as well leads on to its own. */
const replacementsIn = (
  history: History,
  release: PublishedRelease,
  item: RemovableItem,
  deprecation: Deprecation | undefined,
  seen: ReadonlySet<string> = new Set([item.key])
): ReadonlyArray<string> => [
  ...new Set(
    (deprecation?.replaced_by ?? []).flatMap((code) => {
      const next = item.replacedBy(code)
      if (seen.has(next.key)) return []
      const removal = removalOf(history, release, next.key)
      return removal === undefined
        ? [code]
        : replacementsIn(history, release, next, removal.deprecation, new Set([...seen, next.key]))
    })
  )
]
