import { conflictRuleRef, dimensionRef, type ItemRef, licenseRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { CatalogItem } from "../data/DataSource.ts"
import type { Segments } from "../routing/Route.ts"
import { findTexts } from "./ItemState.ts"
import type { ShownRelease } from "./Release.ts"

/** The segments of the address of an item, after the release. */
export const itemSegments = (item: ItemRef): Segments => {
  switch (item._tag) {
    case "Dimension":
      return ["dimensions", item.dimension]
    case "Value":
      return ["dimensions", item.dimension, item.value]
    case "License":
      return ["licenses", item.license]
    case "ConflictRule":
      return ["rules", item.rule]
  }
}

/** The item that an address names; `undefined` if it names another page. */
export const refOfSegments = (segments: Segments): ItemRef | undefined => {
  const [view, first, second] = segments
  if (first === undefined || segments.length > (view === "dimensions" ? 3 : 2)) return undefined
  switch (view) {
    case "dimensions":
      return second === undefined ? dimensionRef(first) : valueRef(first, second)
    case "licenses":
      return licenseRef(first)
    case "rules":
      return conflictRuleRef(first)
    default:
      return undefined
  }
}

/** True if an address names an item that a release does not have, or a page below one. */
export const isMissingItem = (segments: Segments, { taxonomy }: ShownRelease): boolean => {
  const item = refOfSegments(segments)
  if (item !== undefined) return findTexts(taxonomy, item) === undefined
  const [view = "", ...others] = segments
  return itemViews.has(view) && others.length > 0
}

const itemViews = new Set(["dimensions", "licenses", "rules"])

/** The item of an entry of the catalog. */
export const refOf = ({ item, kind }: Pick<CatalogItem, "item" | "kind">): ItemRef => {
  // Neither codes nor names contain a slash.
  const [first = "", second = ""] = item.split("/")
  switch (kind) {
    case "dimension":
      return dimensionRef(first)
    case "value":
      return valueRef(first, second)
    case "license":
      return licenseRef(first)
    case "rule":
      return conflictRuleRef(second)
  }
}
