import { conflictRuleRef, dimensionRef, formatItem, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Taxonomy, Value } from "../taxonomy/Taxonomy.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import type { Change } from "./Change.ts"
import { kindFacts, type Aspect } from "./Recording.ts"

/** The item that a change concerns; `undefined` for a change of the taxonomy as a whole. */
export const changedItem = (change: Change): ItemRef | undefined => {
  if ("value" in change) return valueRef(change.dimension, change.value)
  if ("dimension" in change) return dimensionRef(change.dimension)
  if ("license" in change) return licenseRef(change.license)
  return "rule" in change ? conflictRuleRef(change.rule) : undefined
}

/** The name of the item that a change concerns; `undefined` for a change of the taxonomy as a whole. */
export const formatChangedItem = (change: Change): string | undefined => {
  const item = changedItem(change)
  return item === undefined ? undefined : formatItem(item)
}

/** True for a change that deprecates an item which was not deprecated. */
export const isDeprecation = (change: Change): change is Extract<Change, { readonly kind: `${string}-deprecated` }> =>
  kindFacts[change.kind].aspect === "deprecated"

/** The dimension, value or license that a change removes. */
export const removedItem = (change: Change): ItemRef | undefined => itemIf(change, "removed")

/** The dimension, value or license that a change adds. */
export const addedItem = (change: Change): ItemRef | undefined => itemIf(change, "added")

const itemIf = (change: Change, wanted: Aspect): ItemRef | undefined => {
  const { aspect, type } = kindFacts[change.kind]
  return aspect === wanted && type !== "rule" ? changedItem(change) : undefined
}

/** Every item that a change removes; a removed dimension takes its values with it. */
export const allRemovedItems = (before: Taxonomy, change: Change): ReadonlyArray<ItemRef> => {
  const item = removedItem(change)
  if (item === undefined) return []
  return item._tag === "Dimension"
    ? [item, ...valueRefs(item.dimension, snapshotOf(before).dimension(item.dimension)?.values ?? [])]
    : [item]
}

/** Every item that a change adds; an added dimension brings its values. */
export const allAddedItems = (change: Change): ReadonlyArray<ItemRef> => {
  const item = addedItem(change)
  if (item === undefined) return []
  return change.kind === "dimension-added" ? [item, ...valueRefs(change.dimension, change.after.values)] : [item]
}

const valueRefs = (dimension: string, values: ReadonlyArray<Value>): ReadonlyArray<ItemRef> =>
  values.map(({ code }) => valueRef(dimension, code))
