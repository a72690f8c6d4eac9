import type { Timestamp } from "../../ledger/Timestamp.ts"
import { memoizeByIdentity } from "../../MemoizeByIdentity.ts"
import type { Deprecation } from "../../taxonomy/Deprecation.ts"
import { dimensionRef, licenseRef, toItemId, valueRef, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import type { Dimension, License, Taxonomy } from "../../taxonomy/Taxonomy.ts"

/** The release that deprecated an item: both clocks of its grace period start there. */
export interface DeprecatedSince {
  readonly version: Version
  readonly date: Timestamp
}

/** For each deprecated item of a snapshot, the release that deprecated it. */
export type Clocks = ReadonlyMap<ItemId, DeprecatedSince>

export interface DeprecatedItem {
  readonly item: ItemRef
  /** The label, or the name of a license. */
  readonly label: string
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

/** The release that deprecated an item of a release: the release itself if its clocks do not know the item. */
export const sinceIn = ({ clocks, published_at, version }: DeprecatedIn, item: ItemRef): DeprecatedSince =>
  clocks.get(toItemId(item)) ?? { version, date: published_at }

interface DeprecatedIn {
  readonly clocks: Clocks
  readonly version: Version
  readonly published_at: Timestamp
}

/** How many releases with a new `MAJOR.MINOR` lie between a deprecation and the removal (service spec, 3). */
export const graceReleases = 2

/**
 * The first day, `YYYY-MM-DD` in UTC, that can remove an item that was deprecated on a date: six calendar months later. The
 * 31st becomes the last day of a shorter month (service spec, 3).
 */
export const sixMonthsAfter = (date: Timestamp): string => {
  const [year = 0, month = 0, day = 0] = dayOf(date).split("-").map(Number)
  const [laterYear, laterMonth] = month > 6 ? [year + 1, month - 6] : [year, month + 6]
  const laterDay = Math.min(day, lastDayOf(laterYear, laterMonth))
  return [digits(laterYear, 4), digits(laterMonth, 2), digits(laterDay, 2)].join("-")
}

// By hand, since web pages forecast removals, too: Effect's DateTime would be most of what they load for it.
const lastDayOf = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const digits = (number: number, count: number): string => String(number).padStart(count, "0")

/** The day of a date, `YYYY-MM-DD` in UTC. */
export const dayOf = (date: Timestamp): string => date.slice(0, "YYYY-MM-DD".length)

// Most releases change few dimensions and licenses, and each dimension may have many values.
const deprecatedInDimension = memoizeByIdentity(
  ({ deprecated, label, name, values }: Dimension): ReadonlyArray<DeprecatedItem> => [
    ...deprecatedItem(dimensionRef(name), label, deprecated),
    ...values
      .filter((value) => value.deprecated !== undefined)
      .flatMap((value) => deprecatedItem(valueRef(name, value.code), value.label, value.deprecated))
  ]
)

const deprecatedLicense = memoizeByIdentity(({ code, deprecated, name }: License) =>
  deprecatedItem(licenseRef(code), name, deprecated)
)

const deprecatedItem = (
  item: ItemRef,
  label: string,
  deprecation: Deprecation | undefined
): ReadonlyArray<DeprecatedItem> => (deprecation === undefined ? [] : [{ item, label, deprecation }])
