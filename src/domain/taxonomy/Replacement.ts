import type { Deprecation } from "./Deprecation.ts"
import { dimensionRef, formatItem, licenseRef, valueRef, type ItemRef } from "./ItemRef.ts"

/**
 * The items that replace a deprecated one, in the editors' order. A name with a slash is a value of another dimension
 * (a move); all others are items of the same list.
 */
export const replacementItems = (item: ItemRef, { replaced_by }: Pick<Deprecation, "replaced_by">) =>
  replaced_by.map((name) => replacementItem(item, name))

/** The items that a deprecation names for people to consider, none of which replaces the item exactly. */
export const consideredItems = (item: ItemRef, { consider = [] }: Pick<Deprecation, "consider">) =>
  consider.map((name) => replacementItem(item, name))

/** The name of a replacement of an item as `replaced_by` writes it. */
export const replacementName = (item: ItemRef, replacement: ItemRef): string =>
  item._tag === "Value" && replacement._tag === "Value" && item.dimension === replacement.dimension
    ? replacement.value
    : formatItem(replacement)

/** The replacements in words: `A or B`, `A and B` if they apply together, `B of event_access` for a move. */
export const formatReplacements = ({
  replaced_by,
  replacement_mode
}: Pick<Deprecation, "replaced_by" | "replacement_mode">): string =>
  replaced_by.map(formatReplacement).join(replacement_mode === "all_of" ? " and " : " or ")

const formatReplacement = (name: string): string => {
  const [dimension, code] = name.split("/")
  return code === undefined ? name : `${code} of ${dimension}`
}

/** The item that a name in `replaced_by` means. */
export const replacementItem = (item: ItemRef, name: string): ItemRef => {
  const [dimension = "", code] = name.split("/")
  if (code !== undefined) return valueRef(dimension, code)
  switch (item._tag) {
    case "Dimension":
      return dimensionRef(name)
    case "Value":
      return valueRef(item.dimension, name)
    case "License":
      return licenseRef(name)
    case "ConflictRule":
      return item
  }
}
