import type { Path } from "../diagnostic/Location.ts"
import { codeOf } from "../taxonomy/ItemRef.ts"
import { fieldsWith, identityOf, textFieldsOf } from "../vocabulary/ItemTypes.ts"
import type { ItemEntry } from "./ItemEntries.ts"

/** A text of an item in which a search looks for words. */
export interface SearchedText {
  /** `code`, or the name of a field such as `label`. */
  readonly field: string
  /** The language tag of a translation. */
  readonly language?: string
  readonly text: string
  /** Leads from the item to the text. */
  readonly path: Path
}

/** The texts of an item, with its code. */
export const searchedTexts = ({ item, texts }: ItemEntry): ReadonlyArray<SearchedText> => [
  { field: "code", text: codeOf(item), path: [identityOf(item)] },
  ...withTranslations(texts, []),
  ...(texts.deprecated === undefined ? [] : withTranslations(texts.deprecated, ["deprecated"]))
]

/** True for the code and the names of an item. */
export const isName = ({ field }: SearchedText): boolean => field === "code" || names.includes(field)

const types = ["dimension", "value", "license", "rule", "deprecation"] as const

const names = types.flatMap((type) => fieldsWith(type, (field) => field.isName === true))

const textFields = [...new Set([...names, ...types.flatMap(textFieldsOf)])]

const withTranslations = (
  texts: { readonly translations?: Readonly<Record<string, object>> },
  path: Path
): ReadonlyArray<SearchedText> => [
  ...textsOf(texts, path),
  ...Object.entries(texts.translations ?? {}).flatMap(([language, translated]) =>
    textsOf(translated, [...path, "translations", language]).map((text) => ({ ...text, language }))
  )
]

const textsOf = (texts: object, path: Path): ReadonlyArray<SearchedText> =>
  textFields.flatMap((field) => textsIn(field, Reflect.get(texts, field), [...path, field]))

/** The texts of a field, which may be a list or have members. */
const textsIn = (field: string, content: unknown, path: Path): ReadonlyArray<SearchedText> => {
  if (typeof content === "string") return [{ field, text: content, path }]
  if (typeof content !== "object" || content === null) return []
  return Object.entries(content).flatMap(([key, member]) =>
    textsIn(field, member, [...path, Array.isArray(content) ? Number(key) : key])
  )
}
