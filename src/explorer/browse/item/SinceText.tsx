import { formatItem, type ItemRef } from "../../../domain/taxonomy/ItemRef.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import { itemState } from "../../model/ItemState.ts"
import type { Release } from "../../model/Release.ts"
import { ReleaseLink } from "../../parts/ReleaseLink.tsx"

/** Since when the taxonomy has an item. */
export const SinceText = ({ item, release }: { readonly release: Release; readonly item: ItemRef }) => {
  const { catalog } = useExplorer()
  if (itemState(catalog, release, item)._tag === "New") return <>New in the working tree.</>
  const entry = catalog.itemOf.get(formatItem(item))
  return entry === undefined ? <>Unknown.</> : <ReleaseLink version={entry.added_in} />
}
