import { parseLocale } from "../../client/model/Localization.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { formatContent } from "../../domain/vocabulary/ItemTypes.ts"

/** Language tags in the order of preference; empty for the language of the sources. */
export type Languages = ReadonlyArray<string>

/** A text, and its language unless that is the one of the sources. */
export interface TranslatedText {
  readonly text: string
  readonly language: string | undefined
}

/** Something with texts, such as an item. */
export interface Translatable {
  readonly translations?: Translations | undefined
}

/** A text of an item in the first language that has it, otherwise in the language of the sources. */
export const translate = <Item extends Translatable>(
  item: Item,
  name: keyof Item & string,
  languages: Languages
): string | undefined => findTranslation(item, name, languages)?.text

/** The same text with its language. */
export const findTranslation = <Item extends Translatable>(
  item: Item,
  name: keyof Item & string,
  languages: Languages
): TranslatedText | undefined => {
  const { translations = {} } = item
  for (const language of languages) {
    // `constructor` is a well-formed language tag.
    const text = Object.hasOwn(translations, language) ? formatContent(translations[language]?.[name]) : ""
    if (text !== "") return { text, language }
  }
  const text = formatContent(item[name])
  return text === "" ? undefined : { text, language: undefined }
}

/** The languages that texts are looked up in for a tag, which may be any text of an address. */
export const lookUpTags = (tag: string): Languages => parseLocale(tag, "") ?? [tag]

/** The English name of a language by its tag; the tag if it has none. */
export const languageName = (tag: string): string => {
  try {
    return (names ??= new Intl.DisplayNames(["en"], { type: "language" })).of(tag) ?? tag
  } catch {
    // An address can contain any text.
    return tag
  }
}

let names: Intl.DisplayNames | undefined
