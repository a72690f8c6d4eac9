import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { findDimension } from "./FindDimension.ts"
import type { ItemRef } from "./ItemRef.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "./Taxonomy.ts"

export type Item = Dimension | Value | License | ConflictRule

/** The label of an item, or the name of a license. `undefined` for a conflict rule and for what the snapshot lacks. */
export const findLabel = (taxonomy: Taxonomy, item: ItemRef): string | undefined => {
  const found = findContent(taxonomy, item)
  if (found === undefined || "forbid" in found) return undefined
  return "label" in found ? found.label : found.name
}

/** An item of a snapshot with all its fields. */
export const findContent = (taxonomy: Taxonomy, item: ItemRef): Item | undefined => {
  switch (item._tag) {
    case "Dimension":
      return findDimension(taxonomy, item.dimension)
    case "Value": {
      const dimension = findDimension(taxonomy, item.dimension)
      return dimension === undefined ? undefined : valuesByCode(dimension).get(item.value)
    }
    case "License":
      return licensesByCode(taxonomy).get(item.license)
    case "ConflictRule":
      return taxonomy.rules.find(({ id }) => id === item.rule)
  }
}

// Reports look up many items of few snapshots.
const valuesByCode = memoizeByIdentity(
  ({ values }: Dimension): ReadonlyMap<string, Value> => new Map(values.map((value) => [value.code, value]))
)

const licensesByCode = memoizeByIdentity(
  ({ licenses }: Taxonomy): ReadonlyMap<string, License> => new Map(licenses.map((license) => [license.code, license]))
)
