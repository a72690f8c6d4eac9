import { itemKey } from "../release/DeprecationClock.ts"
import { caseless } from "../taxonomy/Identifiers.ts"
import { dimensionOf, type Taxonomy, type Value } from "../taxonomy/Taxonomy.ts"
import type { Change } from "./Change.ts"

/** An item that a release removes or adds, with its key in the clocks and among the removed. */
export interface ChangedItem {
  readonly key: string
  readonly subject: string
}

/** The item that a change removes. */
export const removedBy = (change: Change): ChangedItem | undefined => {
  switch (change.kind) {
    case "dimension-removed":
      return { key: itemKey.dimension(change.dimension), subject: change.dimension }
    case "value-removed":
      return { key: itemKey.value(change.dimension, change.value), subject: `${change.dimension}/${change.value}` }
    case "license-removed":
      return { key: itemKey.license(change.license), subject: change.license }
    default:
      return undefined
  }
}

/** The item that a change adds. */
export const addedBy = (change: Change): ChangedItem | undefined => {
  switch (change.kind) {
    case "dimension-added":
      return { key: itemKey.dimension(change.dimension), subject: change.dimension }
    case "value-added":
      return { key: itemKey.value(change.dimension, change.value), subject: `${change.dimension}/${change.value}` }
    case "license-added":
      return { key: itemKey.license(change.license), subject: change.license }
    default:
      return undefined
  }
}

/** All codes that a change removes: of a dimension its values too. */
export const allRemovedBy = (before: Taxonomy, change: Change): ReadonlyArray<ChangedItem> => {
  const item = removedBy(change)
  if (item === undefined || change.kind !== "dimension-removed") return item === undefined ? [] : [item]
  return [item, ...valuesOf(change.dimension, dimensionOf(before, change.dimension)?.values ?? [])]
}

/** All codes that a change adds: of a dimension its values too. */
export const allAddedBy = (change: Change): ReadonlyArray<ChangedItem> => {
  const item = addedBy(change)
  if (item === undefined || change.kind !== "dimension-added") return item === undefined ? [] : [item]
  return [item, ...valuesOf(change.dimension, change.after.values)]
}

/** The key under which a removed code is remembered: case does not make another code of it. */
export const tombstoneKey = ({ key }: Pick<ChangedItem, "key">): string => caseless(key)

const valuesOf = (dimension: string, values: ReadonlyArray<Value>): ReadonlyArray<ChangedItem> =>
  values.map(({ code }) => ({ key: itemKey.value(dimension, code), subject: `${dimension}/${code}` }))
