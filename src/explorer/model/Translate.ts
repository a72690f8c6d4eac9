import { parseLocale } from "../../client/model/Localization.ts"
import { findTranslation, type Languages, type Translatable } from "../../domain/taxonomy/Translate.ts"

/** A text of an item in the first language that has it, otherwise in the language of the sources. */
export const translate = <Item extends Translatable>(
  item: Item,
  name: keyof Item & string,
  languages: Languages
): string | undefined => findTranslation(item, name, languages)?.text

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
