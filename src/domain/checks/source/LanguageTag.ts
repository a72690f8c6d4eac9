import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import { inHeader, inItem } from "../../diagnostic/Location.ts"
import { translatedTextsOf } from "../../taxonomy/TranslatedItems.ts"
import { canonicalLanguageTag } from "../../taxonomy/Translations.ts"
import type { Check } from "../Check.ts"

export const languageTag: Check<
  "source/language-tag",
  {
    readonly tag: string
    /** `null` if the tag is not a language tag at all. */
    readonly canonical: string | null
  }
> = {
  id: "source/language-tag",
  title: "Language tag that is not canonical",
  level: "error",
  stage: "reference",
  waivable: false,
  explanation:
    "Clients look translations up by BCP 47 language tags, so each language has exactly one tag: pt-BR, not pt-br, and he, not iw. Write the canonical form that the finding names.",
  breaks: `# licenses/EDU.yaml
translations:
  pt-br: { name: Educação }`,
  keeps: `# licenses/EDU.yaml
translations:
  pt-BR: { name: Educação }`,
  message: ({ canonical, tag }) =>
    canonical === null ? `"${tag}" is not a language tag` : `The language tag "${tag}" is not in its canonical form`,
  help: ({ canonical }) =>
    canonical === null ? "Write a BCP 47 language tag, such as fr or pt-BR." : `Write ${canonical}.`,
  run: ({ command }) =>
    translatedTextsOf(command.taxonomy).flatMap(({ item, path, translations }) =>
      Object.keys(translations).flatMap((tag): ReadonlyArray<Finding> => {
        const canonical = canonicalLanguageTag(tag) ?? null
        if (canonical === tag) return []
        const location = item === undefined ? inHeader(...path, tag) : inItem(item, ...path, tag)
        const where = item === undefined ? { location } : { item, location: { ...location, key: true } }
        return [makeFinding(languageTag, { tag, canonical }, where)]
      })
    )
}
