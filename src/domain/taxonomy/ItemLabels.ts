import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { findDimension } from "./FindDimension.ts"
import type { ItemRef } from "./ItemRef.ts"
import type { Taxonomy } from "./Taxonomy.ts"

/** The label of an item, or the name of a license. `undefined` for a conflict rule and for what the snapshot lacks. */
export const findLabel = (taxonomy: Taxonomy, item: ItemRef): string | undefined => {
  switch (item._tag) {
    case "Dimension":
      return findDimension(taxonomy, item.dimension)?.label
    case "Value": {
      const dimension = findDimension(taxonomy, item.dimension)
      return dimension === undefined ? undefined : valueLabels(dimension).get(item.value)
    }
    case "License":
      return licenseNames(taxonomy).get(item.license)
    case "ConflictRule":
      return undefined
  }
}

// Reports look up many items of few snapshots.
const valueLabels = memoizeByIdentity(
  ({ values }: Taxonomy["dimensions"][number]): ReadonlyMap<string, string> =>
    new Map(values.map(({ code, label }) => [code, label]))
)

const licenseNames = memoizeByIdentity(
  ({ licenses }: Taxonomy): ReadonlyMap<string, string> => new Map(licenses.map(({ code, name }) => [code, name]))
)
