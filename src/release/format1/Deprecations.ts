// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import * as DateTime from "effect/DateTime"
import type { Deprecation, ItemId, Release, Taxonomy } from "./Release.ts"
import { nextMajor } from "./Versions.ts"

export interface DeprecatedItem {
  readonly id: ItemId
  /** The name of the item: `use_type`, `use_type/editorial` or `NIL-EDU-IMAGE`. */
  readonly name: string
  readonly deprecation: Deprecation
}

/** Every deprecated item of a snapshot, in the snapshot's order. */
export const deprecatedItems = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<DeprecatedItem> => [
  ...dimensions.flatMap(({ deprecated, name, values }) => [
    ...deprecatedItem(dimensionId(name), name, deprecated),
    // Few of the values are deprecated, and there may be many.
    ...values
      .filter((value) => value.deprecated !== undefined)
      .flatMap((value) => deprecatedItem(valueId(name, value.code), `${name}/${value.code}`, value.deprecated))
  ]),
  ...licenses.flatMap(({ code, deprecated }) => deprecatedItem(licenseId(code), code, deprecated))
]

export const dimensionId = (name: string): ItemId => `dimension ${name}`
export const valueId = (dimension: string, code: string): ItemId => `value ${dimension}/${code}`
export const licenseId = (code: string): ItemId => `license ${code}`

/** The release that deprecated an item, and the version and day that may remove it at the earliest. */
export const clockOf = (release: Release, id: ItemId) => {
  const since = release.clocks.get(id) ?? { version: release.version, date: release.published_at }
  const version = release.removals.get(id) ?? nextMajor(release.version)
  const date = DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(since.date), { months: 6 }))
  return { since, removal: { version, date } }
}

const deprecatedItem = (id: ItemId, name: string, deprecation: Deprecation | undefined) =>
  deprecation === undefined ? [] : [{ id, name, deprecation }]
