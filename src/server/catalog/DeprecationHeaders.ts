import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { deprecationsOf, type DeprecationFacts } from "../../domain/release/removal/DeprecationFacts.ts"
import { formatRemoval } from "../../domain/release/removal/RemovalForecast.ts"
import { formatItem, licenseRef, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import { configReferences } from "../../domain/taxonomy/Settings.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { compare, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { formatHttpDate } from "../response/Dates.ts"
import type { Headers } from "../response/Reply.ts"
import type { ServedRelease } from "./Catalog.ts"

/** What is deprecated of a release, by what a response names or contains. */
export interface Deprecations {
  readonly ofRelease: ReleaseNotices
  /** By item: those that the release deprecates, then those that only later ones do. */
  readonly ofItem: ReadonlyMap<ItemId, ItemNotice>
  /** For every response that contains the dimensions. */
  readonly ofDimensions: ReadonlyArray<ItemNotice>
  /** By license code: the license itself and what its config names. */
  readonly ofLicense: ReadonlyMap<string, ReadonlyArray<ItemNotice>>
}

/** The notices for every response of a release. */
export interface ReleaseNotices {
  /** The warnings that the release is withdrawn, and that its major is at its end of life. */
  readonly warnings: ReadonlyArray<string>
  readonly endOfLife: Timestamp | undefined
}

export interface ItemNotice extends DeprecationFacts {
  readonly warning: string
}

export const findDeprecations = (history: ReleaseHistory, release: PublishedRelease): Deprecations => {
  const notices = deprecationsOf(history, release).map((facts) => ({ ...facts, warning: describeDeprecation(facts) }))
  const ofItem = new Map(notices.map((notice) => [toItemId(notice.item), notice]))
  return {
    ofRelease: releaseNotices(history, release),
    ofItem,
    ofDimensions: notices.filter(({ item }) => item._tag !== "License"),
    ofLicense: new Map(
      notices.length === 0
        ? []
        : release.taxonomy.licenses.map((license) => [
            license.code,
            [...new Set(itemsOf(license).flatMap((item) => ofItem.get(toItemId(item)) ?? []))]
          ])
    )
  }
}

/** The notices of a release, which need no snapshot. */
export const releaseNotices = (history: ReleaseHistory, release: PublishedRelease): ReleaseNotices => ({
  warnings: [...describeWithdrawal(history, release), ...describeEndOfLife(history, release)],
  endOfLife: history.endedMajors.get(majorOf(release.version))?.date
})

/**
 * The headers about what is deprecated: `X-Deprecation-Warning` of the release and of the items that a response uses,
 * `Deprecation` if the resource itself is deprecated (RFC 9745), and `Sunset` if its major ends (RFC 8594). The removal of
 * an item ends no resource: a major that has it keeps it.
 */
export const deprecationHeaders = (
  { endOfLife, warnings }: ReleaseNotices,
  items: Iterable<ItemNotice> = [],
  resource?: ItemNotice
): Headers => {
  const [since] = [resource?.since.date, endOfLife].filter((date) => date !== undefined).toSorted()
  return {
    ...warningHeader([...warnings, ...Array.from(items, ({ warning }) => warning)]),
    ...(since === undefined ? {} : { Deprecation: formatStructuredDate(since) }),
    ...(endOfLife === undefined ? {} : { Sunset: formatHttpDate(endOfLife) })
  }
}

/** The headers about a release, about what in the body is deprecated, and about the resource if it is itself. */
export const releaseHeaders = (
  served: ServedRelease,
  items?: Iterable<ItemNotice>,
  resource?: ItemNotice
): Headers => ({
  ...served.headers,
  ...deprecationHeaders(served.view().deprecations.ofRelease, items, resource)
})

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
const describeDeprecation = (facts: DeprecationFacts): string => {
  const { deprecation, item, since } = facts
  // Without a replacement, the reason is all that helps.
  const why = deprecation.reason === undefined ? "" : ` (${deprecation.reason})`
  const instead =
    deprecation.replaced_by.length === 0
      ? `it has no replacement${why}`
      : `use ${formatReplacements(deprecation)} instead`
  return `${formatItem(item)} is deprecated since ${shortName(since.version)}, ${instead}, ${describeRemoval(facts)}`
}

const describeRemoval = ({ newest, removal }: DeprecationFacts): string => {
  if (removal.may_go === "removed") return `removal in ${shortName(removal.version)} on ${removal.date}`
  // The newest release took the deprecation back: the item stays until another release deprecates it.
  return removal.deprecated_in === null
    ? `removal ${formatRemoval(removal, shortName)}`
    : `no removal planned, since ${shortName(newest)} does not deprecate it`
}

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

/** Formats a date for RFC 9745: `@` and seconds since the epoch (RFC 9651, 3.3.7). */
const formatStructuredDate = (date: string): string => `@${Math.floor(Date.parse(date) / 1000)}`
