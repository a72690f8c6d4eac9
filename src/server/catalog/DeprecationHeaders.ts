import * as DateTime from "effect/DateTime"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { newestOf } from "../../domain/release/commands/VersionPlan.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import {
  dayOf,
  deprecatedItems,
  sixMonthsAfter,
  type DeprecatedItem,
  type DeprecatedSince
} from "../../domain/release/removal/DeprecationClock.ts"
import { forecastRemovals, formatRemoval, type RemovalForecast } from "../../domain/release/removal/RemovalForecast.ts"
import { configReferences } from "../../domain/taxonomy/ConfigReferences.ts"
import { formatItem, licenseRef, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import type { Version } from "../../domain/taxonomy/Version.ts"
import { compare, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { formatHttpDate } from "../response/Dates.ts"
import type { Headers } from "../response/Reply.ts"
import { deprecatedLater } from "./LaterDeprecations.ts"

/** The deprecations of a release and of later ones, by what a response names or contains. Warnings are values of `X-Deprecation-Warning`. */
export interface Deprecations {
  /** For every response: the release is withdrawn, or its major is at its end of life. */
  readonly ofRelease: ReadonlyArray<string>
  /** For every response that contains the dimensions. */
  readonly ofDimensions: ReadonlyArray<string>
  /** By license code: the license itself and what its config names. */
  readonly ofLicense: ReadonlyMap<string, ReadonlyArray<string>>
  readonly ofItem: ReadonlyMap<ItemId, string>
  /** The headers of a deprecated license's own URL (RFC 9745, RFC 8594), by license code. */
  readonly headersOfLicense: ReadonlyMap<string, Headers>
  /** The same for a major at its end of life. */
  readonly headersOfRelease: Headers
}

export const findDeprecations = (history: ReleaseHistory, release: PublishedRelease): Deprecations => {
  const newest = newestOf(history) ?? release
  const forecast = forecastRemovals(history, newest, newest.published_at)
  const findRemoval = (item: ItemRef): FoundRemoval => ({
    since: sinceIn(release, item),
    removal: forecast(item),
    newest: newest.version
  })
  const own = deprecatedItems(release.taxonomy)
  // Its own ones come first, since a header may be too short for all.
  const items = [...own.map((each) => ({ ...each, by: release })), ...deprecatedLater(history, release)]
  const ofItem = new Map(
    items.map(({ by, ...deprecated }) => [
      toItemId(deprecated.item),
      describeDeprecation(deprecated, { ...findRemoval(deprecated.item), since: sinceIn(by, deprecated.item) })
    ])
  )
  const warningsOf = (items: ReadonlyArray<ItemRef>) =>
    [...new Set(items.map(toItemId))].map((id) => ofItem.get(id)).filter((text) => text !== undefined)
  const ended = history.endedMajors.get(majorOf(release.version))
  return {
    ...releaseNotices(history, release),
    ofDimensions: warningsOf(items.map(({ item }) => item).filter(({ _tag }) => _tag !== "License")),
    ofLicense: new Map(
      items.length === 0
        ? []
        : release.taxonomy.licenses.map((license) => [license.code, warningsOf(itemsOf(license))] as const)
    ),
    ofItem,
    headersOfLicense: new Map(
      release.taxonomy.licenses.flatMap(({ code, deprecated }) =>
        deprecated === undefined ? [] : [[code, licenseHeaders(findRemoval(licenseRef(code)), ended?.date)] as const]
      )
    )
  }
}

/** The parts that are about the release itself, which need no snapshot. */
export const releaseNotices = (
  history: ReleaseHistory,
  release: PublishedRelease
): Pick<Deprecations, "ofRelease" | "headersOfRelease"> => {
  const ended = history.endedMajors.get(majorOf(release.version))
  return {
    ofRelease: [...describeWithdrawal(history, release), ...describeEndOfLife(history, release)],
    headersOfRelease:
      ended === undefined
        ? {}
        : { Deprecation: formatStructuredDate(ended.date), Sunset: formatHttpDate(millisOf(ended.date)) }
  }
}

/** Joins warnings to one header: ASCII, at most 1 kB. Warnings that do not fit are counted and refer to the lists. */
export const warningHeader = (warnings: ReadonlyArray<string>): Headers => {
  const [first, ...rest] = warnings.map(toAscii)
  if (first === undefined) return {}
  let text = truncate(first, maxWarningLength - remainder(rest.length).length)
  for (const [index, warning] of rest.entries()) {
    const extended = `${text}; ${warning}`
    if (extended.length + remainder(rest.length - index - 1).length > maxWarningLength) {
      return { [warningName]: `${text}${remainder(rest.length - index)}` }
    }
    text = extended
  }
  return { [warningName]: text }
}

const truncate = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 3)}...`

const warningName = "X-Deprecation-Warning"
const maxWarningLength = 1000

const remainder = (count: number): string => (count === 0 ? "" : `; and ${count} more, see /schema and /items`)

// Other characters are not safe in headers (RFC 9110, 5.5).
const toAscii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "?")

const itemsOf = ({ code, config }: License): ReadonlyArray<ItemRef> => [
  licenseRef(code),
  ...configReferences(config).map(({ item }) => item)
]

/** Names the item, its replacement and the version of its removal (service spec, 9.5). */
const describeDeprecation = ({ deprecation, item }: DeprecatedItem, found: FoundRemoval): string => {
  // Without a replacement, the reason is all that helps.
  const why = deprecation.reason === undefined ? "" : ` (${deprecation.reason})`
  const instead =
    deprecation.replaced_by.length === 0
      ? `it has no replacement${why}`
      : `use ${formatReplacements(deprecation)} instead`
  return `${formatItem(item)} is deprecated since ${shortName(found.since.version)}, ${instead}, ${describeRemoval(found)}`
}

const describeRemoval = ({ newest, removal }: FoundRemoval): string => {
  if (removal.may_go === "removed") return `removal in ${shortName(removal.version)} on ${removal.date}`
  return isPlanned(removal)
    ? `removal ${formatRemoval(removal, shortName)}`
    : `no removal planned, since ${shortName(newest)} does not deprecate it`
}

/** False if the newest release took the deprecation back: the item stays until another release deprecates it. */
const isPlanned = ({ deprecated_in }: RemovalForecast): boolean => deprecated_in === null

const describeWithdrawal = (
  { releases, withdrawn }: ReleaseHistory,
  { version }: PublishedRelease
): ReadonlyArray<string> => {
  const withdrawal = withdrawn.get(version)
  if (withdrawal === undefined) return []
  const available = [...releases.keys()].filter((other) => majorOf(other) === majorOf(version) && !withdrawn.has(other))
  const newest = available.sort(compare).at(-1)
  const instead = newest === undefined ? "" : `, use v${newest} instead`
  return [`Release v${version} was withdrawn on ${dayOf(withdrawal.date)}${instead}: ${withdrawal.reason}`]
}

const describeEndOfLife = (history: ReleaseHistory, { version }: PublishedRelease): ReadonlyArray<string> => {
  const major = majorOf(version)
  const ended = history.endedMajors.get(major)
  if (ended === undefined) return []
  const newer = [...history.releases.keys()]
    .filter((other) => !history.withdrawn.has(other))
    .map(majorOf)
    .filter((other) => other > major)
  const instead = newer.length === 0 ? "" : `, use v${Math.max(...newer)} instead`
  return [`Taxonomy v${major} has its end of life on ${dayOf(ended.date)}${instead}: ${ended.reason}`]
}

/** `Sunset` is the earliest day of the removal, or the end of life of its major if that is earlier. */
const licenseHeaders = ({ removal, since }: FoundRemoval, ended: Timestamp | undefined): Headers => {
  // An older line keeps the license, whatever the day on which a newer one removed it.
  const earliest = removal.may_go === "removed" ? sixMonthsAfter(since.date) : removal.date
  const days = [...(isPlanned(removal) ? [earliest] : []), ...(ended === undefined ? [] : [ended])]
  const [sunset] = days.toSorted()
  return {
    Deprecation: formatStructuredDate(since.date),
    ...(sunset === undefined ? {} : { Sunset: formatHttpDate(millisOf(sunset)) })
  }
}

interface FoundRemoval {
  readonly since: DeprecatedSince
  readonly removal: RemovalForecast
  readonly newest: Version
}

/** When a release that deprecates an item began to. */
const sinceIn = ({ clocks, published_at, version }: PublishedRelease, item: ItemRef): DeprecatedSince =>
  clocks.get(toItemId(item)) ?? { version, date: published_at }

/** Formats a date for RFC 9745: `@` and seconds since the epoch (RFC 9651, 3.3.7). */
const formatStructuredDate = (date: string): string => `@${Math.floor(millisOf(date) / 1000)}`

const millisOf = (date: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(date))
