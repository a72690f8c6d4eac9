import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { text, type RdfTerm } from "./Triple.ts"

/** A text of an item in all its languages, by the name of the field. */
export type TextsOf = (name: string) => ReadonlyArray<RdfTerm>

/**
 * Reads the texts of an item: the normative one in the source language first, then its translations by language. A
 * translation into the source language is left out, since a concept has one label per language (SKOS, S14).
 */
export const textsOf =
  (item: { readonly translations?: Translations }, sourceLanguage: string): TextsOf =>
  (name) => {
    const normative = termsOf(Reflect.get(item, name), sourceLanguage)
    if (normative.length === 0) return []
    const translated = Object.entries(item.translations ?? {}).flatMap(([language, texts]) =>
      isSameLanguage(language, sourceLanguage) ? [] : termsOf(texts[name], language)
    )
    return [...normative, ...translated]
  }

/** A text, or each text of a list. */
const termsOf = (content: unknown, language: string): ReadonlyArray<RdfTerm> => {
  const texts: ReadonlyArray<unknown> = Array.isArray(content) ? content : [content]
  return texts.flatMap((each) => (typeof each === "string" ? [text(each, language)] : []))
}

/** Language tags are compared ignoring case (RFC 5646, section 2.1.1). */
const isSameLanguage = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()
