// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { dimensionId, licenseId, valueId } from "../format1/Deprecations.ts"
import type { ItemId } from "../format1/Release.ts"
import type { Deprecation, Release, Taxonomy } from "./Release.ts"

export interface DeprecatedItem {
  readonly id: ItemId
  readonly deprecation: Deprecation
}

/** Every deprecated item of a snapshot, in the snapshot's order. */
export const deprecatedItems = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<DeprecatedItem> => [
  ...dimensions.flatMap(({ deprecated, name, values }) => [
    ...deprecatedItem(dimensionId(name), deprecated),
    // Few of the values are deprecated, and there may be many.
    ...values
      .filter((value) => value.deprecated !== undefined)
      .flatMap((value) => deprecatedItem(valueId(name, value.code), value.deprecated))
  ]),
  ...licenses.flatMap(({ code, deprecated }) => deprecatedItem(licenseId(code), deprecated))
]

/** The release that deprecated an item, and when the item can be removed. */
export const clockOf = ({ clocks, forecasts }: Release, id: ItemId) => {
  const [since, removal] = [clocks.get(id), forecasts.get(id)]
  if (since === undefined || removal === undefined) throw new TypeError(`No clock runs for ${id}`)
  return { since, removal }
}

const deprecatedItem = (id: ItemId, deprecation: Deprecation | undefined) =>
  deprecation === undefined ? [] : [{ id, deprecation }]

/** The name of an item: `use_type`, `use_type/editorial` or `NIL-EDU-IMAGE`. */
export const nameOf = (id: string): string => id.slice(id.indexOf(" ") + 1)

/** The items that replace a deprecated one, and whether each of them does or all of them together. */
export const replacementOf = (id: string, { replaced_by, replacement_mode }: Deprecation) => {
  const name = nameOf(id)
  const list = name.slice(0, name.indexOf("/") + 1)
  // `dimension/CODE` names a value of another dimension; all others are of the item's own list.
  const items = replaced_by.map((code) => (code.includes("/") ? code : `${list}${code}`))
  return items.length === 0 ? {} : { replacement: { mode: replacement_mode ?? ("one_of" as const), items } }
}
