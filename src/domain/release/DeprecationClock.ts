import * as DateTime from "effect/DateTime"
import { pointTo, type Pointer } from "../diagnostic/Finding.ts"
import type { Deprecation, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { shortName, type Version } from "../taxonomy/Version.ts"
import type { Timestamp } from "./ReleaseEvent.ts"

/** The release that deprecated an item: both clocks of its grace period start there. */
export interface DeprecatedSince {
  readonly version: Version
  readonly date: Timestamp
}

/** Since when each deprecated item of a snapshot is, by the item's key. */
export type Clocks = ReadonlyMap<string, DeprecatedSince>

/** Keys of items in the clocks; in older ledgers a dimension and a license may have the same name. */
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
  /** The keys of the items that replace it. */
  readonly replacements: ReadonlyArray<string>
  readonly at: Pointer
}

/** Every deprecated item of a snapshot, in the snapshot's order. */
export const deprecatedItems = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<DeprecatedItem> => [
  ...dimensions.flatMap(({ deprecated, name, values }) => [
    ...item(name, deprecated, pointTo.dimension(name), itemKey.dimension, name),
    // Nearly all values are not, and there may be many.
    ...values
      .filter(({ deprecated }) => deprecated !== undefined)
      .flatMap(({ code, deprecated }) =>
        item(code, deprecated, pointTo.value(name, code), (other) => itemKey.value(name, other), `${name}/${code}`)
      )
  ]),
  ...licenses.flatMap(({ code, deprecated }) => item(code, deprecated, pointTo.license(code), itemKey.license, code))
]

/** The clocks after a release: an item that stays deprecated keeps its own, a new one starts with the release. */
export const advance = (clocks: Clocks, taxonomy: Taxonomy, release: DeprecatedSince): Clocks =>
  new Map(deprecatedItems(taxonomy).map(({ key }) => [key, clocks.get(key) ?? release]))

/** How many releases with a new `MAJOR.MINOR` lie between a deprecation and the removal (service spec, 3). */
export const graceReleases = 2

/**
 * When an item may go at the earliest: in a major version to come, and six calendar
 * months after the day of its deprecation, in UTC; the 31st becomes a shorter month's last day (service spec, 3).
 */
export const earliestRemoval = (since: DeprecatedSince, version: Version): { version: Version; date: string } => ({
  version,
  date: sixMonthsAfter(since.date)
})

/** The day, `YYYY-MM-DD` in UTC, six calendar months after a date. */
export const sixMonthsAfter = (date: Timestamp): string =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(date), { months: 6 }))

/** The day of a date, `YYYY-MM-DD` in UTC. */
export const dayOf = (date: Timestamp): string => date.slice(0, "YYYY-MM-DD".length)

/** How many of these versions after the deprecation have a `MAJOR.MINOR` that was new when they came. */
export const releasesSince = (since: DeprecatedSince, after: ReadonlyArray<Version>): number => {
  const names = new Set(after.map(shortName))
  names.delete(shortName(since.version))
  return names.size
}

const item = (
  name: string,
  deprecation: Deprecation | undefined,
  at: Pointer,
  keyOf: (name: string) => string,
  subject: string
): ReadonlyArray<DeprecatedItem> =>
  deprecation === undefined
    ? []
    : [{ key: keyOf(name), subject, deprecation, replacements: deprecation.replaced_by.map(keyOf), at }]
