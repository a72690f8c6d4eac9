import * as Schema from "effect/Schema"
import type { Bump } from "../taxonomy/Scalars.ts"
import { makeTranslations } from "../taxonomy/Translations.ts"

/**
 * A field of an item: its type, what it is to the people who depend on it, and how a change of it is recorded.
 *
 * - `identity`: never changes; another identity is another item.
 * - `items`: a list of items, with records of their own.
 * - `structure` and `meaning`: what configs, contracts and programs depend on.
 * - `text`: what people read. `translation`: the same texts in other languages.
 * - `deprecation`: recorded as `…-deprecated`, `…-undeprecated` or `…-deprecation-changed`.
 * - `part`: recorded with the field whose value it is part of, such as the reason of a deprecation.
 *
 * Records of all others are of the kind `change`, with the field before and after. Fields that share a `change` are
 * recorded together, by name.
 */
export type Field = FieldFacts &
  (
    | { readonly kind: "identity" | "items" | "deprecation" | "part" }
    | (Recorded & { readonly kind: "meaning" | "text" | "translation"; readonly why?: Reasons })
    | (Recorded & { readonly kind: "structure"; readonly why: Reasons })
  )

interface Recorded {
  readonly change: string
  readonly bump: Bump
  /** The bump if the item had no such field before, if that is another one. */
  readonly first?: Bump
  /** The bump if a list only gets more entries, if that is another one. Its order means nothing then. */
  readonly more?: Bump
  readonly isShared?: true
}

/** Why a change requires its bump, by the bump. */
export type Reasons = { readonly [B in Bump]?: string }

/** A noun for sentences, singular and plural. */
export type Noun = readonly [one: string, many: string]

interface FieldFacts {
  readonly schema: Schema.Top
  readonly optional?: true
  /** The description that editors see next to the key. */
  readonly about: string
  /** The first schema of events that has the field, if that is not the first of all. */
  readonly since?: number
  /** Its name in the bodies of the API, if that is another one. */
  readonly body?: string
  /** The properties that it is in linked data, such as `skos:prefLabel`. */
  readonly skos?: ReadonlyArray<string>
  /** The items that it names, but for `everything`: dimensions, or values of the dimension of the value. */
  readonly names?: "dimension" | "value"
  /** True if translations hold it, too. */
  readonly isTranslated?: true
  /** The field in sentences, if its key is no noun. */
  readonly noun?: Noun
  /** True if it says what a code means, a license grants or a rule forbids. Reports show its changes first and in full. */
  readonly isNormative?: true
  /** True for a name of the item, which a search finds before its other texts. */
  readonly isName?: true
  /** How a text shows it, if not as it is. `line` is a text of one line. */
  readonly form?: "line" | "shape" | "config" | "conditions"
}

export type Fields = Readonly<Record<string, Field>>

/** The schemas of fields, for a struct. */
export type StructFields<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends { readonly optional: true }
    ? Schema.optionalKey<F[Name]["schema"]>
    : F[Name]["schema"]
}

export const structFields = <const F extends Fields>(fields: F): StructFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the table
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, { optional, schema }]) => [
      name,
      optional === true ? Schema.optionalKey(schema) : schema
    ])
  ) as StructFields<F>

/** The texts that a translation may hold. They are those of the item, under the same names. */
export type TranslatedFields<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends { readonly isTranslated: true } ? Name : never]: Schema.optionalKey<
    F[Name]["schema"]
  >
}

export const translatedFields = <const F extends Fields>(fields: F): TranslatedFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries are those of the table
  Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, { isTranslated }]) => isTranslated === true)
      .map(([name, { schema }]) => [name, Schema.optionalKey(schema)])
  ) as TranslatedFields<F>

/** The field of an item that holds the translations of its texts. */
export const translationsOf = <const F extends Fields, const Change extends string>(fields: F, change: Change) =>
  ({
    kind: "translation",
    schema: makeTranslations<TranslatedFields<F>>(translatedFields(fields)),
    optional: true,
    change,
    bump: "patch",
    since: 3,
    noun: ["translation", "translations"],
    about: translationsAbout
  }) as const

export const translationsAbout = "The same texts in other languages, by BCP 47 language tag. Changing them is a patch."
