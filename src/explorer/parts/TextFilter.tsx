import { useId } from "preact/hooks"
import { foldText, textsOfItem } from "../../domain/lookup/SearchItems.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Translations } from "../../domain/taxonomy/Translations.ts"
import { useParameter } from "../routing/useRoute.ts"

interface TextFilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The number of items that are shown, and of all. */
  readonly shown: number
  readonly total: number
}

/** A field that filters items by a text, which the address keeps, and the items that are left. */
export const useTextFilter = <Item extends TextHolder>(items: ReadonlyArray<Item>, label = "Filter") => {
  const [text, setText] = useParameter("text")
  const shown = filterItems(items, text)
  const counts = { shown: shown.length, total: items.length }
  return { shown, field: <TextFilter label={label} value={text} onChange={setText} {...counts} /> }
}

/** A field that filters a list, and says how much of it is shown. */
export const TextFilter = ({ label, onChange, shown, total, value }: TextFilterProps) => {
  const id = useId()
  return (
    <p class="text-filter">
      <label for={id}>{label}</label>
      <input id={id} type="search" value={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      <span role="status">
        {value === "" ? "" : `${shown.toLocaleString("en")} of ${total.toLocaleString("en")} shown`}
      </span>
    </p>
  )
}

/** The items whose code or texts, in any language, contain every word of a text. */
export const filterItems = <Item extends TextHolder>(items: ReadonlyArray<Item>, text: string): ReadonlyArray<Item> => {
  const words = foldText(text)
    .split(/\s+/u)
    .filter((word) => word !== "")
  return words.length === 0 ? items : items.filter((item) => words.every((word) => foldedTexts(item).includes(word)))
}

interface TextHolder {
  readonly code?: string
  readonly id?: string
  readonly translations?: Translations
}

// A person types while very many items are filtered.
const foldedTexts = memoizeByIdentity((item: TextHolder): string =>
  foldText([item.code, item.id, ...textsOfItem(item).map(({ text }) => text)].join("\n"))
)
