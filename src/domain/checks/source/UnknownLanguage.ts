import { makeFinding, type Finding } from "../../Finding.ts"
import { isKnownLanguage, languageByName } from "../../taxonomy/Languages.ts"
import type { Check } from "../Check.ts"
import { writtenTags } from "./LanguageTags.ts"

export const unknownLanguage: Check<
  "source/unknown-language",
  {
    readonly tag: string
    /** The tag of a language with this English name. */
    readonly suggestion: string | null
  }
> = {
  id: "source/unknown-language",
  title: "Unknown language",
  level: "warning",
  stage: "reference",
  waivable: false,
  explanation:
    "The tag has the form of a BCP 47 language tag, but its language is unknown, so no client is likely to request it. Write the code of the language rather than its name. If the language is too new for this program, leave the tag as it is.",
  breaks: `# licenses/EDU.yaml
translations:
  french: { name: Éducation }`,
  keeps: `# licenses/EDU.yaml
translations:
  fr: { name: Éducation }`,
  message: ({ tag }) => `The language of the tag "${tag}" is unknown`,
  help: ({ suggestion }) =>
    suggestion === null ? "Write a BCP 47 language tag, such as fr or pt-BR." : `Did you mean ${suggestion}?`,
  run: (proposal) =>
    writtenTags(proposal).flatMap(({ canonical, place, tag }): ReadonlyArray<Finding> => {
      if (canonical !== tag || isKnownLanguage(tag)) return []
      return [makeFinding(unknownLanguage, { tag, suggestion: languageByName(tag) ?? null }, place)]
    })
}
