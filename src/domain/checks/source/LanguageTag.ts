import { makeFinding, type Finding } from "../../Finding.ts"
import { canonicalLanguageTag, languageByName } from "../../taxonomy/Languages.ts"
import type { Check } from "../Check.ts"
import { writtenTags } from "./LanguageTags.ts"

export const languageTag: Check<
  "source/language-tag",
  {
    readonly tag: string
    /** `null` if the tag is not a language tag at all. */
    readonly canonical: string | null
    /** The tag that was probably meant, if it is not the canonical form. */
    readonly suggestion: string | null
  }
> = {
  id: "source/language-tag",
  title: "Invalid language tag",
  level: "error",
  stage: "reference",
  waivable: false,
  explanation:
    "Clients look translations up by BCP 47 language tags, so each language has exactly one tag: pt-BR, not pt-br or pt_BR, and he, not iw. Write the tag that the finding names.",
  breaks: `# licenses/EDU.yaml
translations:
  pt-br: { name: Educação }`,
  keeps: `# licenses/EDU.yaml
translations:
  pt-BR: { name: Educação }`,
  message: ({ canonical, tag }) =>
    canonical === null ? `"${tag}" is not a language tag` : `The language tag "${tag}" is not in its canonical form`,
  help: ({ canonical, suggestion }) => {
    if (suggestion !== null) return `Did you mean ${suggestion}?`
    return canonical === null ? "Write a BCP 47 language tag, such as fr or pt-BR." : `Write ${canonical}.`
  },
  run: (proposal) =>
    writtenTags(proposal).flatMap(({ canonical, place, tag }): ReadonlyArray<Finding> => {
      if (canonical === tag) return []
      return [makeFinding(languageTag, { tag, canonical, suggestion: suggestTag(tag, canonical) ?? null }, place)]
    })
}

/** The tag of a language that was named in English, or of a locale such as `fr_FR`. */
const suggestTag = (tag: string, canonical: string | null): string | undefined =>
  languageByName(tag) ?? (canonical === null ? canonicalLanguageTag(tag.replaceAll("_", "-")) : undefined)
