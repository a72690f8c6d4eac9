import { inHeader, inItem, type Location, makeFinding, type Finding } from "../../Finding.ts"
import type { ItemRef } from "../../taxonomy/ItemRef.ts"
import { canonicalLanguageTag, languageByName, isKnownLanguage } from "../../taxonomy/Languages.ts"
import { translatedTextsOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"
import { perProposal } from "../ReleaseProposal.ts"

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

/** A key of translations. */
interface WrittenTag {
  readonly tag: string
  /** `null` if it is not a language tag at all. */
  readonly canonical: string | null
  readonly place: { readonly item?: ItemRef; readonly location: Location }
}

/** Every language tag of the proposed taxonomy, in the order of its items. */
const writtenTags = perProposal(({ command }): ReadonlyArray<WrittenTag> =>
  [...translatedTextsOf(command.taxonomy)].flatMap(({ item, path, translations }) =>
    Object.keys(translations).map((tag) => ({
      tag,
      canonical: canonicalLanguageTag(tag) ?? null,
      place:
        item === undefined
          ? { location: inHeader(...path, tag) }
          : { item, location: { ...inItem(item, ...path, tag), key: true } }
    }))
  )
)

/** The tag of a language that was named in English, or of a locale such as `fr_FR`. */
const suggestTag = (tag: string, canonical: string | null): string | undefined =>
  languageByName(tag) ?? (canonical === null ? canonicalLanguageTag(tag.replaceAll("_", "-")) : undefined)
