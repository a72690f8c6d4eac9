import { formatContent } from "../vocabulary/ItemTypes.ts"
import type { Translations } from "./Translations.ts"

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
