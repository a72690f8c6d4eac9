import { translationChanges, type TranslationChange } from "../../change/Diff.ts"
import { makeFinding, inHeader, inItem } from "../../Finding.ts"
import { staleTranslations, translationKey } from "../../lookup/TranslationStates.ts"
import { listNames, listSome } from "../../Sentence.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Translations } from "../../taxonomy/Translations.ts"
import { snapshotOf, translatedTextsOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"

export const translationStale: Check<
  "text/translation-stale",
  { readonly items: ReadonlyArray<string>; readonly texts: ReadonlyArray<string>; readonly language: string }
> = {
  id: "text/translation-stale",
  title: "Changed text with an unchanged translation",
  level: "warning",
  stage: "release",
  explanation:
    "A translation that says what the text said before misleads those who read it. Translate the changed text again. If the translation is still right, as after a correction of the spelling, leave it: this warning comes once, in the release that changes the text. taxonomy translations lists such a text until its translation is edited.",
  breaks: `# 1.0.0
- code: AIRLINES
  label: Airlines
  translations: { fr: { label: Compagnies aériennes } }
# 1.0.1
- code: AIRLINES
  label: Airlines and airports
  translations: { fr: { label: Compagnies aériennes } }`,
  keeps: `# 1.0.1
- code: AIRLINES
  label: Airlines and airports
  translations: { fr: { label: Compagnies aériennes et aéroports } }`,
  message: ({ items, language, texts }) => {
    const [item = ""] = items
    return items.length === 1
      ? `The ${listNames(texts)} of ${item} changed, but not in ${language}`
      : `Texts of ${items.length} items changed, but not in ${language}: ${listSome(items, maxListed)}`
  },
  help: ({ items, language }) =>
    items.length === 1
      ? "Translate the text again. If the translation is still right, leave it: this warning comes once, in the release that changes the text."
      : `Translate the texts again. List them with taxonomy translations ${language}.`,
  run: ({ base, changes, command, history }) => {
    if (base === undefined) return []
    const unchanged = translationChanges(base.taxonomy, command.taxonomy, changes).filter(({ isStale }) => isStale)
    if (unchanged.length === 0) return []
    const known = staleTranslations(history, command)
    const stale = unchanged.filter((change) => known.has(translationKey(change)))
    return [...Map.groupBy(stale, ({ language }) => language)].flatMap(([language, ofLanguage]) => {
      const groups = [...Map.groupBy(ofLanguage, nameOf)]
      if (groups.length > maxListed)
        return [
          findingOf(
            language,
            groups.map(([name]) => name),
            ofLanguage
          )
        ]
      return groups.map(([name, ofItem]) => findingOf(language, [name], ofItem))
    })
  }
}

export const translationsLost: Check<
  "text/translations-lost",
  { readonly language: string; readonly lost: number; readonly translated: number }
> = {
  id: "text/translations-lost",
  title: "Most texts of a language lost",
  level: "warning",
  stage: "release",
  explanation:
    "Readers of the language see the untranslated texts again. More than half of the texts that the base release had in it, and at least two, are missing, although what they translate stays, as after an edit in a program that drops what it does not know. Restore the translations, or ignore this if the language is given up.",
  breaks: `# 1.0.0 has labels of 60 values in French, 1.0.1 of 3 of them`,
  keeps: `# 1.0.1 has labels of 58 of them in French`,
  message: ({ language, lost, translated }) =>
    `${lost} of the ${translated} texts in ${language} are missing, although what they translate stays`,
  help: () => "Restore the translations, or ignore this if the language is given up.",
  run: ({ base, changes, command }) => {
    if (base === undefined || !changes.some(({ kind }) => kind.endsWith("translations-changed"))) return []
    const counts = new Map<string, { lost: number; translated: number }>()
    for (const { item, path, translations } of translatedTextsOf(base.taxonomy)) {
      const now: ({ readonly translations?: Translations } & object) | undefined =
        item === undefined ? command.taxonomy : snapshotOf(command.taxonomy).get(item)
      if (now === undefined || path.length > 1) continue
      for (const [language, texts] of Object.entries(translations)) {
        const count = counts.get(language) ?? { lost: 0, translated: 0 }
        counts.set(language, count)
        for (const text of Object.keys(texts)) {
          // Without the text, there is nothing to translate.
          if (Reflect.get(now, text) === undefined) continue
          count.translated += 1
          if (now.translations?.[language]?.[text] === undefined) count.lost += 1
        }
      }
    }
    return [...counts].flatMap(([language, { lost, translated }]) =>
      translated >= minTranslated && lost * 2 > translated
        ? [makeFinding(translationsLost, { language, lost, translated }, { location: inHeader("version") })]
        : []
    )
  }
}

/** More items are one finding. */
const maxListed = 5

const nameOf = ({ item }: TranslationChange): string => (item === undefined ? "the taxonomy" : formatItem(item))

const findingOf = (language: string, items: ReadonlyArray<string>, stale: ReadonlyArray<TranslationChange>) => {
  const [{ item, path } = { item: undefined, path: [] }] = stale
  const texts = [...new Set(stale.map(({ text }) => text))]
  return makeFinding(
    translationStale,
    { items, texts, language },
    item === undefined
      ? { location: inHeader(...path) }
      : { ...(items.length === 1 ? { item } : {}), location: inItem(item, ...path) }
  )
}

/** A language with fewer texts is being tried out. */
const minTranslated = 3
