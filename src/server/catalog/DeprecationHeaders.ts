import * as DateTime from "effect/DateTime"
import { dayOf, deprecatedItems, earliestRemoval, type DeprecatedItem } from "../../domain/release/DeprecationClock.ts"
import { removalVersions, type History, type PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { configReferences } from "../../domain/taxonomy/ConfigReferences.ts"
import { formatItem, licenseRef, toItemId, type ItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { compare, majorOf, shortName } from "../../domain/taxonomy/Version.ts"
import { formatHttpDate } from "../response/Dates.ts"

/** What is deprecated in a release, asked by what a response names or holds. */
export interface Deprecations {
  /** Withdrawn, or of a major that has ended: told with every response. */
  readonly ofRelease: ReadonlyArray<string>
  /** Told with every response that holds the dimensions. */
  readonly ofDimensions: ReadonlyArray<string>
  /** By license code: the license itself, and what its config uses. */
  readonly ofLicense: ReadonlyMap<string, ReadonlyArray<string>>
  readonly ofItem: ReadonlyMap<ItemId, string>
  /** The headers of a resource that goes itself (RFC 9745, RFC 8594), by license code. */
  readonly headersOfLicense: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The same for an ended major, all of whose resources go. */
  readonly headersOfRelease: Readonly<Record<string, string>>
}

export const deprecationsOf = (history: History, release: PublishedRelease): Deprecations => {
  const items = deprecatedItems(release.taxonomy)
  const ofItem = new Map(
    items.map((deprecated) => [toItemId(deprecated.item), warningOf(history, release, deprecated)])
  )
  const warningsOf = (items: ReadonlyArray<ItemRef>) =>
    [...new Set(items.map(toItemId))].map((id) => ofItem.get(id)).filter((text) => text !== undefined)
  const ended = history.endedMajors.get(majorOf(release.version))
  return {
    ofRelease: [...withdrawal(history, release), ...endOfMajor(history, release)],
    ofDimensions: warningsOf(items.map(({ item }) => item).filter(({ _tag }) => _tag !== "License")),
    ofLicense: new Map(
      items.length === 0
        ? []
        : release.taxonomy.licenses.map((license) => [license.code, warningsOf(itemsIn(license))] as const)
    ),
    ofItem,
    headersOfLicense: new Map(
      release.taxonomy.licenses.flatMap(({ code, deprecated }) =>
        deprecated === undefined ? [] : [[code, headersOf(history, release, code)] as const]
      )
    ),
    headersOfRelease:
      ended === undefined
        ? {}
        : { Deprecation: structuredDate(ended.date), Sunset: formatHttpDate(millisOf(ended.date)) }
  }
}

/**
 * Several warnings as the value of one header: ASCII, at most 1 kB. What does not fit is counted, and can be read in
 * the schema.
 */
export const warningHeader = (warnings: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const [first, ...rest] = warnings.map(ascii)
  if (first === undefined) return {}
  let text = cut(first, longestWarning - more(rest.length).length)
  for (const [index, warning] of rest.entries()) {
    const longer = `${text}; ${warning}`
    if (longer.length + more(rest.length - index - 1).length > longestWarning) {
      return { [warningName]: `${text}${more(rest.length - index)}` }
    }
    text = longer
  }
  return { [warningName]: text }
}

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 3)}...`

const warningName = "X-Deprecation-Warning"
const longestWarning = 1000

const more = (count: number): string => (count === 0 ? "" : `; and ${count} more, see deprecations in the schema`)

// A header carries no other characters safely (RFC 9110, 5.5).
const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "?")

const itemsIn = ({ code, config }: License): ReadonlyArray<ItemRef> => [
  licenseRef(code),
  ...configReferences(config).map(({ item }) => item)
]

/** The deprecated item, its replacement and the version of removal (service spec, 9.5). */
const warningOf = (history: History, release: PublishedRelease, { deprecation, item }: DeprecatedItem): string => {
  const { removal, since } = removalOf(history, release, item)
  const instead =
    deprecation.replaced_by.length === 0
      ? "it has no replacement"
      : `use ${deprecation.replaced_by.join(" or ")} instead`
  return `${formatItem(item)} is deprecated since ${shortName(since.version)}, ${instead}, removal in ${shortName(removal.version)}, not before ${removal.date}`
}

const withdrawal = ({ releases, withdrawn }: History, { version }: PublishedRelease): ReadonlyArray<string> => {
  const withdrawal = withdrawn.get(version)
  if (withdrawal === undefined) return []
  const sound = [...releases.keys()].filter((other) => majorOf(other) === majorOf(version) && !withdrawn.has(other))
  const newest = sound.sort(compare).at(-1)
  const instead = newest === undefined ? "" : `, use v${newest} instead`
  return [`Release v${version} was withdrawn on ${dayOf(withdrawal.date)}${instead}: ${withdrawal.reason}`]
}

const endOfMajor = (history: History, { version }: PublishedRelease): ReadonlyArray<string> => {
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

/** `Sunset` is the first day on which it can go, or the end of its major where that comes before. */
const headersOf = (history: History, release: PublishedRelease, code: string): Readonly<Record<string, string>> => {
  const { removal, since } = removalOf(history, release, licenseRef(code))
  const ended = history.endedMajors.get(majorOf(release.version))?.date
  const sunset = ended !== undefined && dayOf(ended) < removal.date ? ended : removal.date
  return { Deprecation: structuredDate(since.date), Sunset: formatHttpDate(millisOf(sunset)) }
}

/** Since when an item is deprecated, and where it goes: in the version that has removed it, or the next major one. */
const removalOf = (history: History, release: PublishedRelease, item: ItemRef) => {
  const since = release.clocks.get(toItemId(item)) ?? { version: release.version, date: release.published_at }
  return { since, removal: earliestRemoval(since, removalVersions(history, release.version)(item)) }
}

/** A date as RFC 9745 has it: `@` and seconds since the epoch (RFC 9651, 3.3.7). */
const structuredDate = (date: string): string => `@${Math.floor(millisOf(date) / 1000)}`

const millisOf = (date: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(date))
