import type { Translations } from "../../domain/taxonomy/Translations.ts"

/** Language tags in the order of preference; empty for the language of the sources. */
export type Languages = ReadonlyArray<string>

/** A text, and its language unless that is the one of the sources. */
export interface TranslatedText {
  readonly text: string
  readonly language: string | undefined
}

/** Something with texts, such as an item. */
export type Translatable<Name extends string> = { readonly translations?: Translations | undefined } & {
  readonly [name in Name]?: string | undefined
}

/** A text of an item in the first language that has it, otherwise in the language of the sources. */
export const translate = <Name extends string>(
  item: Translatable<Name>,
  name: Name,
  languages: Languages
): string | undefined => findTranslation(item, name, languages)?.text

/** The same text with its language. */
export const findTranslation = <Name extends string>(
  item: Translatable<Name>,
  name: Name,
  languages: Languages
): TranslatedText | undefined => {
  const { translations = {} } = item
  for (const language of languages) {
    // `constructor` is a well-formed language tag.
    const text = Object.hasOwn(translations, language) ? translations[language]?.[name] : undefined
    if (typeof text === "string") return { text, language }
  }
  const text = item[name]
  return text === undefined ? undefined : { text, language: undefined }
}

/** A tag and its truncations (RFC 4647, 3.4): `zh-Hant` is followed by `zh`. */
export const lookUpTags = (tag: string): Languages => {
  const subtags = tag.split("-")
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join("-"))
}
