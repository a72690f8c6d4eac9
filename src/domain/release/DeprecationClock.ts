import * as DateTime from "effect/DateTime"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import { dimensionRef, licenseRef, toItemId, valueRef, type ItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Dimension, License, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { shortName, type Version } from "../taxonomy/Version.ts"

/** The release that deprecated an item: both clocks of its grace period start there. */
export interface DeprecatedSince {
  readonly version: Version
  readonly date: Timestamp
}

/** For each deprecated item of a snapshot, the release that deprecated it. */
export type Clocks = ReadonlyMap<ItemId, DeprecatedSince>

export interface DeprecatedItem {
  readonly item: ItemRef
  readonly deprecation: Deprecation
}

/** Every deprecated item of a snapshot, in the snapshot's order. Equal dimensions and licenses give the same objects. */
export const deprecatedItems = ({ dimensions, licenses }: Taxonomy): ReadonlyArray<DeprecatedItem> => [
  ...dimensions.flatMap(deprecatedInDimension),
  ...licenses.flatMap(deprecatedLicense)
]

/** The clocks after a release: an item that stays deprecated keeps its own, a new one starts with the release. */
export const advance = (clocks: Clocks, deprecated: ReadonlyArray<DeprecatedItem>, release: DeprecatedSince): Clocks =>
  new Map(
    deprecated.map(({ item }) => {
      const id = toItemId(item)
      return [id, clocks.get(id) ?? release]
    })
  )

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

// Most releases change few dimensions and licenses, and each dimension may have many values.
const deprecatedInDimension = memoizeByIdentity(
  ({ deprecated, name, values }: Dimension): ReadonlyArray<DeprecatedItem> => [
    ...deprecatedItem(dimensionRef(name), deprecated),
    ...values
      .filter((value) => value.deprecated !== undefined)
      .flatMap((value) => deprecatedItem(valueRef(name, value.code), value.deprecated))
  ]
)

const deprecatedLicense = memoizeByIdentity(({ code, deprecated }: License) =>
  deprecatedItem(licenseRef(code), deprecated)
)

const deprecatedItem = (item: ItemRef, deprecation: Deprecation | undefined): ReadonlyArray<DeprecatedItem> =>
  deprecation === undefined ? [] : [{ item, deprecation }]
