/**
 * The types of a release, for the type argument of a client. The modules that `taxonomy-client types` writes export them as
 * `Taxonomy`.
 */
export interface TaxonomyTypes {
  /** The codes of every dimension, by its name. */
  readonly values: {
    /** By dimension name. */
    readonly [dimension: string]: string
  }
  /** The codes of the base licenses. */
  readonly license: string
  /** The settings of a license. */
  readonly config: object
}

/** Translations of the texts beside them, under the same names. */
export interface TranslatedTexts<Text extends string> {
  /** By BCP 47 language tag, such as `pt-BR`. */
  readonly [language: string]: { readonly [T in Text]?: string }
}

/** Something with texts, in the language that `locale` selects. */
export interface Localized {
  /** The untranslated texts, which are the binding ones, of the texts that are translations, by name. Absent without any. */
  readonly originals?: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object. */
export interface JsonObject {
  /** By member name. */
  readonly [key: string]: Json
}
