import type { Timestamp } from "../../ledger/Timestamp.ts"
import { toItemId, type ItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { Bump, Version } from "../../taxonomy/Scalars.ts"
import { compare, next, nextFree, shortName } from "../../taxonomy/VersionArithmetic.ts"
import type { Release } from "../ReleaseHistory.ts"
import { ancestryOf } from "../ReleaseLines.ts"
import { dayOf, graceReleases, sixMonthsAfter, type DeprecatedSince } from "./DeprecationClock.ts"

/** When an item can be removed (service spec, 3). */
export type RemovalForecast = {
  /** `removed` if the newest release lacks the item. */
  readonly may_go: "now" | "later" | "removed"
  /** The earliest release that can remove the item, or the one that removed it. */
  readonly version: Version
  /** The releases that must come first. Others with a new `MAJOR.MINOR` count, too. */
  readonly after: ReadonlyArray<Version>
  /** The earliest day, `YYYY-MM-DD` in UTC, or the day of the removal. */
  readonly date: string
  /** The release that must deprecate the item first, if the newest release does not. */
  readonly deprecated_in: Version | null
}

/** The newest release of all lines, published or planned. */
export type NewestRelease = Pick<Release, "version" | "base" | "clocks" | "published_at"> & {
  readonly removed: ReadonlyMap<ItemId, { readonly version: Version }>
}

/** Every published release, as far as a forecast depends on it. */
export type PastReleases = ReadonlyMap<Version, Pick<Release, "version" | "base" | "published_at">>

/**
 * Forecasts the removal of items from what the rules allow after a newest release. A removal requires the next major
 * version, which builds on the newest release: its clocks and its ancestry count, whichever line an item is on. For an
 * item that is not deprecated, the forecast assumes that the next minor release deprecates it on the given day, or on that
 * of the newest release if it is later: no release can be older than its base.
 */
export const forecastRemovals = (
  { published, releases }: { readonly releases: PastReleases; readonly published?: ReadonlyArray<Version> },
  newest: NewestRelease,
  today: Timestamp
): ((item: ItemRef) => RemovalForecast) =>
  recordedForecasts({ releases }, newest, today < newest.published_at ? newest.published_at : today, (bump) =>
    nextFree(newest.version, bump, published ?? [])
  )

/**
 * The forecasts that artifacts record. A release that is dated before the newest one of another line counts from its own
 * date, since what was published that way is rendered again from here.
 */
export const recordedForecasts = (
  { releases }: { readonly releases: PastReleases },
  newest: NewestRelease,
  today: Timestamp,
  nextVersion = (bump: Bump): Version => next(newest.version, bump)
): ((item: ItemRef) => RemovalForecast) => {
  const bySince = new Map<Version | undefined, RemovalForecast>()
  return (item) => {
    const id = toItemId(item)
    const removedIn = newest.removed.get(id)?.version
    if (removedIn !== undefined) return forecastOfRemoved(releases, newest, removedIn)
    const since = newest.clocks.get(id)
    const forecast = bySince.get(since?.version) ?? forecastSince(releases, newest, since, dayOf(today), nextVersion)
    bySince.set(since?.version, forecast)
    return forecast
  }
}

/** "in 3.0.0 at the earliest, after 2.1.0 and 2.2.0, and not before 2027-07-10" */
export const formatRemoval = <V extends string>(
  { after, date, version }: { readonly after: ReadonlyArray<V>; readonly date: string; readonly version: V },
  formatVersion: (version: V) => string = (each) => each
): string => {
  const releases = after.length === 0 ? "" : ` after ${after.map(formatVersion).join(" and ")},`
  return `in ${formatVersion(version)} at the earliest,${releases} and not before ${date}`
}

/** When an item can be removed, as a sentence about "it". */
export const formatForecast = (forecast: RemovalForecast): string =>
  forecast.deprecated_in === null
    ? `It ${formatForecastOf(forecast)}.`
    : `If ${forecast.deprecated_in} deprecates it today, it ${formatForecastOf(forecast)}.`

/** When an item can be removed, as the predicate of a sentence: "can be removed now, in 3.0.0". */
export const formatForecastOf = (forecast: RemovalForecast): string => {
  if (forecast.may_go === "removed") return `was removed in ${forecast.version} on ${forecast.date}`
  return forecast.may_go === "now"
    ? `can be removed now, in ${forecast.version}`
    : `can be removed ${formatRemoval(forecast)}`
}

const forecastOfRemoved = (releases: PastReleases, newest: NewestRelease, version: Version): RemovalForecast => {
  const release = version === newest.version ? newest : (releases.get(version) ?? newest)
  return { may_go: "removed", version, after: [], date: dayOf(release.published_at), deprecated_in: null }
}

const forecastSince = (
  releases: PastReleases,
  newest: NewestRelease,
  since: DeprecatedSince | undefined,
  today: string,
  nextVersion: (bump: Bump) => Version
): RemovalForecast => {
  const minor = nextVersion("minor")
  const deprecatedIn = since === undefined ? minor : null
  const missing = graceReleases - (since === undefined ? 0 : releasesBetween(releases, newest, since))
  const date = sixMonthsAfter(since?.date ?? `${today}T00:00:00Z`)
  return {
    may_go: since !== undefined && missing === 0 && today >= date ? "now" : "later",
    version: nextVersion("major"),
    after: minorsFrom(deprecatedIn === null ? minor : next(minor, "minor"), missing),
    date,
    deprecated_in: deprecatedIn
  }
}

/** How many releases with a new `MAJOR.MINOR` followed a deprecation up to a release, at most as many as it needs. */
export const releasesBetween = (
  releases: PastReleases,
  last: Pick<Release, "version" | "base">,
  since: DeprecatedSince
): number => {
  const names = new Set<string>()
  for (const { version } of ancestryOf(releases, last)) {
    if (names.size === graceReleases || compare(version, since.version) <= 0) break
    if (shortName(version) !== shortName(since.version)) names.add(shortName(version))
  }
  return names.size
}

const minorsFrom = (version: Version, count: number): ReadonlyArray<Version> => {
  const minors: Array<Version> = []
  for (let minor = version; minors.length < count; minor = next(minor, "minor")) minors.push(minor)
  return minors
}
