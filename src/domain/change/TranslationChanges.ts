import { formatItem, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import type { Change } from "./Change.ts"
import { changedItem } from "./ChangedItems.ts"
import { isEqual } from "./Diff.ts"

/** A translation of a changed item. */
export interface TranslationChange {
  /** `undefined` for the taxonomy itself. */
  readonly item: ItemRef | undefined
  readonly language: string
  /** The name of the text, such as `label`. */
  readonly text: string
  /** Leads from the item to the translation. */
  readonly path: ReadonlyArray<string>
  /** The text in the sources' own language, before and after. */
  readonly source: { readonly before: unknown; readonly after: unknown }
  /** True if the source text changed, and its translation stayed. False for a new translation. */
  readonly isStale: boolean
}

/** The translations that changed between two snapshots, and those that stayed although the text that they translate changed. */
export const translationChanges = (
  before: Taxonomy,
  after: Taxonomy,
  changes: ReadonlyArray<Change>
): ReadonlyArray<TranslationChange> => {
  const items = new Map(changes.map(changedItem).map((item) => [item && formatItem(item), item]))
  return [...items.values()].flatMap((item) => {
    const [was, is] = item === undefined ? [before, after] : [snapshotOf(before).get(item), snapshotOf(after).get(item)]
    if (was === undefined || is === undefined) return []
    return [
      ...compareTexts(item, was, is, []),
      ...compareTexts(item, deprecationOf(was), deprecationOf(is), ["deprecated"])
    ]
  })
}

interface Translated {
  readonly translations?: Translations
}

const deprecationOf = (item: object): (Translated & object) | undefined =>
  "deprecated" in item && typeof item.deprecated === "object" && item.deprecated !== null ? item.deprecated : undefined

const compareTexts = (
  item: ItemRef | undefined,
  before: Translated & object = {},
  after: Translated & object = {},
  path: ReadonlyArray<string>
): ReadonlyArray<TranslationChange> =>
  Object.entries(after.translations ?? {}).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([text, translation]): ReadonlyArray<TranslationChange> => {
      const isSame = isEqual(translation, before.translations?.[language]?.[text])
      const source: TranslationChange["source"] = { before: Reflect.get(before, text), after: Reflect.get(after, text) }
      const isStale = isSame && source.before !== undefined && !isEqual(source.before, source.after)
      return isSame && !isStale
        ? []
        : [{ item, language, text, path: [...path, "translations", language, text], source, isStale }]
    })
  )
