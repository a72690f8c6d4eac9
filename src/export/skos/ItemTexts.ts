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
    const normative: unknown = Reflect.get(item, name)
    if (typeof normative !== "string") return []
    const translated = Object.entries(item.translations ?? {}).flatMap(([language, texts]) => {
      const translation = texts[name]
      return translation === undefined || isSameLanguage(language, sourceLanguage) ? [] : [text(translation, language)]
    })
    return [text(normative, sourceLanguage), ...translated]
  }

/** Language tags are compared ignoring case (RFC 5646, section 2.1.1). */
const isSameLanguage = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()
