import type { Deprecation } from "./Deprecation.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "./ItemRef.ts"

/** The items that replace a deprecated one, in the editors' order. `replaced_by` names them by code, as siblings of the item. */
export const replacementItems = (item: ItemRef, { replaced_by }: Deprecation): ReadonlyArray<ItemRef> =>
  replaced_by.map((code) => siblingOf(item, code))

const siblingOf = (item: ItemRef, code: string): ItemRef => {
  switch (item._tag) {
    case "Dimension":
      return dimensionRef(code)
    case "Value":
      return valueRef(item.dimension, code)
    case "License":
      return licenseRef(code)
    case "ConflictRule":
      return item
  }
}
