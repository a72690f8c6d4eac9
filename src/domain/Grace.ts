import * as DateTime from "effect/DateTime"
import type { Timestamp } from "./Event.ts"
import type { Deprecation, Taxonomy } from "./Taxonomy.ts"
import { next, type Version } from "./Version.ts"

/** The release that deprecated an item: both clocks of its grace period start there. */
export interface DeprecatedSince {
  readonly version: Version
  readonly date: Timestamp
}

/** Since when each deprecated item of a snapshot is, by the item's key. */
export type Clocks = ReadonlyMap<string, DeprecatedSince>

/** Keys of items in the clocks; a dimension and a license may have the same name. */
export const itemKey = {
  dimension: (name: string) => `dimension ${name}`,
  value: (dimension: string, code: string) => `value ${dimension}/${code}`,
  license: (code: string) => `license ${code}`
} as const

export interface DeprecatedItem {
  readonly key: string
  /** As findings name it: `dimension`, `dimension/value`, or a license code. */
  readonly subject: string
  readonly deprecation: Deprecation
}

/** Every deprecated item of a snapshot, in the snapshot's order. */
export const deprecatedItems = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<DeprecatedItem> => [
  ...dimensions.flatMap(({ deprecated, name, values }) => [
    ...item(itemKey.dimension(name), name, deprecated),
    ...values.flatMap((value) => item(itemKey.value(name, value.code), `${name}/${value.code}`, value.deprecated))
  ]),
  ...licenses.flatMap(({ code, deprecated }) => item(itemKey.license(code), code, deprecated))
]

/** The clocks after a release: an item that stays deprecated keeps its own, a new one starts with the release. */
export const advance = (clocks: Clocks, taxonomy: Taxonomy, release: DeprecatedSince): Clocks =>
  new Map(deprecatedItems(taxonomy).map(({ key }) => [key, clocks.get(key) ?? release]))

/**
 * When, as things stand in `current`, an item may go at the earliest: in the next major version, and six calendar
 * months after the day of its deprecation, in UTC; the 31st becomes a shorter month's last day (service spec, 3).
 */
export const earliestRemoval = (since: DeprecatedSince, current: Version): { version: Version; date: string } => ({
  version: next(current, "major"),
  date: DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(since.date), { months: 6 }))
})

const item = (key: string, subject: string, deprecation: Deprecation | undefined): ReadonlyArray<DeprecatedItem> =>
  deprecation === undefined ? [] : [{ key, subject, deprecation }]
