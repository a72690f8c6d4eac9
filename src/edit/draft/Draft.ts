import { memberOf } from "../../domain/Json.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { dimensionRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import type { EditContent, ContentMap, Edit } from "../Edit.ts"
import { keyOrders } from "../KeyOrder.ts"

/** The sources that a command is about to change, as data. */
export interface Draft {
  readonly taxonomy: Taxonomy
  /** Knows the codes of removed items, which stay reserved. */
  readonly history: ReleaseHistory
  /** The codes that a dimension's file itself contains, in its order, without those of `values_from`. */
  readonly ownCodes: ReadonlyMap<string, ReadonlyArray<string>>
  /** The configs of licenses, in the order of their files. */
  readonly configs: ReadonlyMap<string, Config>
}

/** A change of the sources. Only the build knows which file contains an item, or the header of the taxonomy. */
export type DraftChange =
  | { readonly _tag: "EditFile"; readonly of: ItemRef; readonly edits: ReadonlyArray<Edit> }
  | { readonly _tag: "CreateFile"; readonly of: ItemRef; readonly content: ContentMap }
  | { readonly _tag: "AddWaiver"; readonly entry: ContentMap }
  | { readonly _tag: "EditHeader"; readonly edits: ReadonlyArray<Edit> }

export const editFile = (of: ItemRef, ...edits: ReadonlyArray<Edit>): DraftChange => ({ _tag: "EditFile", of, edits })

export const editHeader = (...edits: ReadonlyArray<Edit>): DraftChange => ({ _tag: "EditHeader", edits })

export const createFile = (of: ItemRef, content: ContentMap): DraftChange => ({ _tag: "CreateFile", of, content })

/** The item for which the file of another is named. */
export const fileItem = (item: ItemRef): ItemRef => (item._tag === "Value" ? dimensionRef(item.dimension) : item)

/** Leads to an item within its file. */
export const pathOf = (item: ItemRef): ReadonlyArray<string> => (item._tag === "Value" ? ["values", item.value] : [])

/** True if a file contains the entry of an item. The entries of `values_from` are in none. */
export const hasOwnEntry = ({ ownCodes }: Draft, item: ItemRef): boolean =>
  item._tag !== "Value" || (ownCodes.get(item.dimension)?.includes(item.value) ?? false)

/** The entry of a value, without its deprecation. */
export const valueContent = (value: object): ContentMap => itemContent("value", { ...value, deprecated: undefined })

/** The entry of an item, in the order of the keys of sources. */
export const itemContent = (type: keyof typeof keyOrders, item: object): ContentMap =>
  plainContent(Object.fromEntries(keyOrders[type].map((name) => [name, memberOf(item, name)])))

/** JSON without undefined members is content. */
export const plainContent = (map: object): ContentMap =>
  Object.fromEntries(
    Object.entries(map).flatMap(([key, value]) => {
      const content = toContent(value)
      return content === undefined ? [] : [[key, content]]
    })
  )

const toContent = (value: unknown): EditContent | undefined => {
  if (typeof value === "string" || typeof value === "boolean") return value
  if (Array.isArray(value)) return value.flatMap((entry) => toContent(entry) ?? [])
  return typeof value === "object" && value !== null ? plainContent(value) : undefined
}
