import { codeOf, formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { itemState, labelOf } from "../model/ItemState.ts"
import type { Release } from "../model/Release.ts"
import { draft } from "../routing/Route.ts"
import { ItemLink } from "./ItemLink.tsx"
import { StateBadge } from "./StateBadge.tsx"

interface ItemNameProps {
  readonly release: Release
  readonly item: ItemRef
  /** The code of a value without its dimension, for places that tell the dimension. */
  readonly isShort?: boolean
  readonly isLink?: boolean
}

/** An item: its label, its code, and in words if it is deprecated, new or removed. */
export const ItemName = ({ isLink = true, isShort = false, item, release }: ItemNameProps) => {
  const { catalog, languages } = useExplorer()
  const label = labelOf(catalog, release, item, languages)
  const code = <code>{isShort ? codeOf(item) : formatItem(item)}</code>
  const name =
    label === undefined ? (
      code
    ) : (
      <bdi class={languages.length > 0 && label.language === undefined ? "original" : undefined} lang={label.language}>
        {label.text}
      </bdi>
    )
  return (
    <span class="item-name">
      {isLink ? (
        <ItemLink item={item} release={release.isDraft ? draft : release.version}>
          {name}
        </ItemLink>
      ) : (
        name
      )}
      {/* Spaces rather than margins, so that a copied text has them, too. */}
      {label === undefined ? null : <> {code}</>}
      <StateBadge state={itemState(catalog, release, item)} />
    </span>
  )
}
