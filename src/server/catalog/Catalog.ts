import * as Arr from "effect/Array"
import type { Head } from "../../domain/ledger/HashChain.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { bySelector, highestOf } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { deprecationsOf, type DeprecationFacts } from "../../domain/release/removal/DeprecationFacts.ts"
import { formatRemoval } from "../../domain/release/removal/RemovalForecast.ts"
import { formatItem, licenseRef, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { configReferences } from "../../domain/taxonomy/Settings.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { compare, firstServedMajor, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { lazy, weakLazy } from "../../platform/Lazy.ts"
import type { SignedLog } from "../../release/log/ProveArtifact.ts"
import { formatHttpDate } from "../response/Dates.ts"
import type { Headers } from "../response/Reply.ts"

/**
 * All served releases, a projection of the history that is replaced as a whole when the ledger grows. Holds no bodies:
 * those are loaded from the folder of a release.
 */
export interface ServedCatalog {
  readonly head: Head
  readonly history: ReleaseHistory
  /** The transparency log up to the checkpoint; `undefined` if it is not signed. */
  readonly log: SignedLog | undefined
  /** By path segment, such as `v1` (service spec, 9.2 and 9.3). */
  readonly apiVersions: ReadonlyMap<string, ApiVersion>
  /** The release of each API version that serves requests without a version. */
  readonly defaults: ReadonlyArray<PublishedRelease>
}

/** The releases of one major, from 1 on. */
export interface ApiVersion {
  readonly name: string
  /** `undefined` if every release was withdrawn. */
  readonly newest: ServedRelease | undefined
  /** The newest release, a withdrawn one if all are: a client must be able to read that they were. */
  readonly current: ServedRelease
  /**
   * By every selector without its `v`: `1.2.0`, and `1` and `1.2` for the newest that is not withdrawn. If every release
   * 1.2.x was withdrawn, `1.2` selects the newest of them, whose responses warn.
   */
  readonly named: ReadonlyMap<string, ServedRelease>
}

export interface ServedRelease {
  readonly release: PublishedRelease
  /** Names this release and the newest one (service spec, 9.5). */
  readonly headers: Headers
  /** Found on first use, since most releases of a long history are never requested. The default release keeps them. */
  readonly deprecations: () => Deprecations
}

export const makeCatalog = (history: ReleaseHistory, head: Head, log?: SignedLog): ServedCatalog => {
  const ascending = [...history.releases.values()]
    .filter(({ version }) => majorOf(version) >= firstServedMajor)
    .sort((left, right) => compare(left.version, right.version))
  const available = ascending.filter(({ version }) => !history.withdrawn.has(version))
  const latest = (available.at(-1) ?? ascending.at(-1))?.version

  const byMajor = Object.entries(Arr.groupBy(ascending, ({ version }) => `v${majorOf(version)}`))
  const apiVersions = byMajor.map(([name, releases]) => makeApiVersion(name, releases, history, latest))
  return {
    head,
    history,
    log,
    apiVersions: new Map(apiVersions.map((apiVersion) => [apiVersion.name, apiVersion])),
    defaults: apiVersions.flatMap(({ newest }) => (newest === undefined ? [] : [newest.release]))
  }
}

const makeApiVersion = (
  name: string,
  ascending: Arr.NonEmptyReadonlyArray<PublishedRelease>,
  history: ReleaseHistory,
  latest: Version | undefined
): ApiVersion => {
  const newest = ascending.findLast(({ version }) => !history.withdrawn.has(version))
  const shown = newest ?? Arr.lastNonEmpty(ascending)
  const serve = (release: PublishedRelease): ServedRelease => ({
    release,
    headers: versionHeaders(name, release.version, shown.version, latest),
    deprecations: (release === newest ? lazy : weakLazy)(() => findDeprecations(history, release))
  })
  const current = serve(shown)
  const named = bySelector(
    ascending.map((release) => [release.version, release === current.release ? current : serve(release)] as const),
    history
  )
  return { name, newest: newest && current, current, named }
}

const versionHeaders = (apiVersion: string, version: Version, compatible: Version, latest = version): Headers => ({
  "X-API-Version": apiVersion,
  "X-Taxonomy-Version": shortName(version),
  "X-Your-Version": shortName(version),
  "X-Latest-Version": shortName(latest),
  "X-Latest-Compatible-Version": shortName(compatible),
  "X-Upgrade-Available": String(compare(version, latest) < 0)
})

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
  ...deprecationHeaders(served.deprecations().ofRelease, items, resource)
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
  const newest = highestOf(releases, (other) => majorOf(other) === majorOf(version) && !withdrawn.has(other))
  const instead = newest === undefined ? "" : `, use v${newest.version} instead`
  return [`Release v${version} was withdrawn on ${dayOf(withdrawal.date)}${instead}: ${withdrawal.reason}`]
}

const describeEndOfLife = (history: ReleaseHistory, { version }: PublishedRelease): ReadonlyArray<string> => {
  const major = majorOf(version)
  const ended = history.endedMajors.get(major)
  if (ended === undefined) return []
  const newer = highestOf(history.releases, (other) => majorOf(other) > major && !history.withdrawn.has(other))
  const instead = newer === undefined ? "" : `, use v${majorOf(newer.version)} instead`
  return [`Taxonomy v${major} has its end of life on ${dayOf(ended.date)}${instead}: ${ended.reason}`]
}

/** Formats a date for RFC 9745: `@` and seconds since the epoch (RFC 9651, 3.3.7). */
const formatStructuredDate = (date: string): string => `@${Math.floor(Date.parse(date) / 1000)}`
