import { foldText } from "../../domain/lookup/SearchItems.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"

/** What a filter looks through. */
interface FilteredTexts {
  readonly code?: string
  readonly id?: string
  readonly name?: string
  readonly label?: string
  readonly description: string
  readonly translations?: Translations | undefined
}

/** The items whose code, label or description, in any language, contain every word of a text. */
export const filterItems = <Item extends FilteredTexts>(
  items: ReadonlyArray<Item>,
  text: string
): ReadonlyArray<Item> => {
  const words = foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== "")
  return words.length === 0 ? items : items.filter((item) => words.every((word) => foldedTexts(item).includes(word)))
}

// A person types while very many items are filtered.
const foldedTexts = memoizeByIdentity(
  ({ code, description, id, label, name, translations = {} }: FilteredTexts): string =>
    foldText(
      [code, id, name, label, description, ...Object.values(translations).flatMap((texts) => Object.values(texts))]
        .filter((text) => text !== undefined)
        .join("\n")
    )
)
