import { diff, isEqual, translationChanges, type TranslationChange } from "../change/Diff.ts"
import type { ReleaseHistory } from "../release/ReleaseHistory.ts"
import { ancestryOf, baseOf } from "../release/ReleaseLines.ts"
import { formatItem, kindOf, type ItemRef } from "../taxonomy/ItemRef.ts"
import { byCodeUnits } from "../taxonomy/Names.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import type { Taxonomy } from "../taxonomy/Taxonomy.ts"
import type { Translations } from "../taxonomy/Translations.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { translatedTexts } from "../vocabulary/Vocabulary.ts"

/** How much of a taxonomy is translated into a language. */
export interface TranslationState {
  readonly language: string
  /** The number of texts that can be translated. */
  readonly texts: number
  readonly missing: ReadonlyArray<NamedText>
  /** The texts that changed after their translation, with the release that changed them last: `null` for the draft. */
  readonly stale: ReadonlyArray<NamedText & { readonly changedIn: Version | null }>
}

/** A text of an item, or of the taxonomy itself. */
export interface NamedText {
  readonly item: ItemRef | undefined
  readonly text: string
}

/** The state of one language, or of each in which a draft has texts, as of its history and its own changes. */
export const translationStates = (
  history: ReleaseHistory,
  { taxonomy, version }: { readonly taxonomy: Taxonomy; readonly version: Version },
  only?: string
): ReadonlyArray<TranslationState> => {
  const groups = textsOf(taxonomy)
  const texts = groups.reduce((sum, { names }) => sum + names.length, 0)
  const languages = new Set(
    only === undefined ? groups.flatMap(({ translations }) => Object.keys(translations)) : [only]
  )
  const staleOnes = staleTranslations(history, { taxonomy, version })
  return [...languages].sort(byCodeUnits).map((language) => {
    const missing: Array<NamedText> = []
    const stale: Array<TranslationState["stale"][number]> = []
    for (const { item, names, translations } of groups) {
      for (const text of names) {
        const changed = staleOnes.get(translationKey({ item, language, text }))
        if (translations[language]?.[text] === undefined) missing.push({ item, text })
        else if (changed !== undefined) stale.push({ item, text, changedIn: changed.changedIn })
      }
    }
    return { language, texts, missing, stale }
  })
}

/** The translations of texts that no longer say what they said when they were translated, by `translationKey`. */
export const staleTranslations = (
  history: ReleaseHistory,
  { taxonomy, version }: { readonly taxonomy: Taxonomy; readonly version: Version }
): ReadonlyMap<string, StaleTranslation> => {
  const stale = new Map<string, StaleTranslation>()
  const newest = history.releases.get(version) ?? baseOf(history, version)
  const line = [...ancestryOf(history.releases, newest)].toReversed()
  const add = (changedIn: Version | null, changes: ReadonlyArray<TranslationChange>) => {
    for (const change of changes) {
      const key = translationKey(change)
      const translated = stale.get(key)?.translated ?? change.source.before
      // A text that got its old wording back is what was translated.
      if (change.isStale && !isEqual(translated, change.source.after)) stale.set(key, { translated, changedIn })
      else stale.delete(key)
    }
  }
  for (const [index, { changes, taxonomy, version: at }] of line.entries()) {
    const before = line[index - 1]
    if (before !== undefined) add(at, translationChanges(before.taxonomy, taxonomy, changes))
  }
  if (newest !== undefined) add(null, translationChanges(newest.taxonomy, taxonomy, diff(newest.taxonomy, taxonomy)))
  return stale
}

interface StaleTranslation {
  /** What the text said when it was translated. */
  readonly translated: unknown
  readonly changedIn: Version | null
}

export const translationKey = ({
  item,
  language,
  text
}: Pick<TranslationChange, "item" | "language" | "text">): string =>
  `${language} ${text} ${item === undefined ? "" : formatItem(item)}`

interface TextGroup {
  readonly item: ItemRef | undefined
  /** The names of the texts that the item has. */
  readonly names: ReadonlyArray<string>
  readonly translations: Translations
}

/** All texts of a snapshot that can be translated, in its order. */
const textsOf = (taxonomy: Taxonomy): ReadonlyArray<TextGroup> => [
  ...groupsOf("taxonomy", undefined, taxonomy),
  ...[...snapshotOf(taxonomy).items()].flatMap(({ content, item }) => groupsOf(kindOf(item), item, content))
]

const groupsOf = (
  type: keyof typeof translatedTexts,
  item: ItemRef | undefined,
  { deprecated, translations = {}, ...texts }: Translated & { readonly deprecated?: Translated }
): ReadonlyArray<TextGroup> => [
  { item, names: Object.keys(translatedTexts[type]).filter((name) => Object.hasOwn(texts, name)), translations },
  ...(deprecated === undefined ? [] : groupsOf("deprecation", item, deprecated))
]

interface Translated {
  readonly translations?: Translations
}
