import type { ComponentChildren } from "preact"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../model/Release.ts"
import { ItemName } from "./ItemName.tsx"

interface ItemRowProps {
  readonly release: Release
  readonly item: ItemRef
  /** The code of a value without its dimension. */
  readonly isShort?: boolean
  /** True for rows with room for three lines of text in a long list, otherwise for one. */
  readonly isTall?: boolean
  readonly children: ComponentChildren
  /** Left out of a long list, where each row has the same height. */
  readonly definition?: ComponentChildren
}

/** An item of a list: its name, and below it a text. */
export const ItemRow = ({ children, definition, isShort = false, isTall = false, item, release }: ItemRowProps) => (
  <div class={`value-row${isTall ? " tall-row" : ""}`}>
    <ItemName release={release} item={item} isShort={isShort} />
    <p class="description">{children}</p>
    {definition}
  </div>
)
