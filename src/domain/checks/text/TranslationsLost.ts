import { makeFinding, inHeader } from "../../Finding.ts"
import type { Translations } from "../../taxonomy/Translations.ts"
import { snapshotOf, translatedTextsOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"

export const translationsLost: Check<
  "text/translations-lost",
  { readonly language: string; readonly lost: number; readonly translated: number }
> = {
  id: "text/translations-lost",
  title: "Most texts of a language lost",
  level: "warning",
  stage: "release",
  waivable: false,
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

/** A language with fewer texts is being tried out. */
const minTranslated = 3
