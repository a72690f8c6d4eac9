import type { Path } from "../diagnostic/Location.ts"
import { codeOf } from "../taxonomy/ItemRef.ts"
import type { ItemEntry } from "./ItemEntries.ts"

/** A text of an item in which a search looks for words. */
export interface SearchedText {
  /** `code`, `label`, `description`, `definition` or `reason`. */
  readonly field: string
  /** The language tag of a translation. */
  readonly language?: string
  readonly text: string
  /** Leads from the item to the text. */
  readonly path: Path
}

/** The texts of an item, with its code. */
export const searchedTexts = (entry: ItemEntry): ReadonlyArray<SearchedText> => {
  const { deprecated, translations } = entry.texts
  const code = codeOf(entry.item)
  return [
    { field: "code", text: code, path: [codeKeys[entry.item._tag]] },
    ...ownTexts(entry.texts, []),
    ...translated(translations, ["translations"]),
    ...(deprecated?.reason === undefined
      ? []
      : [{ field: "reason", text: deprecated.reason, path: ["deprecated", "reason"] }]),
    ...translated(deprecated?.translations, ["deprecated", "translations"])
  ]
}

const codeKeys = { Dimension: "name", Value: "code", License: "code", ConflictRule: "id" } as const

const textFields = ["label", "name", "description", "definition", "reason"] as const

type Texts = { readonly [Field in (typeof textFields)[number]]?: string | undefined }

const ownTexts = (texts: Texts, path: Path, language?: string): ReadonlyArray<SearchedText> =>
  textFields.flatMap((field) => {
    const text = texts[field]
    return text === undefined
      ? []
      : [{ field, text, path: [...path, field], ...(language === undefined ? {} : { language }) }]
  })

const translated = (
  translations: { readonly [language: string]: Texts } | undefined,
  path: Path
): ReadonlyArray<SearchedText> =>
  Object.entries(translations ?? {}).flatMap(([language, texts]) => ownTexts(texts, [...path, language], language))
