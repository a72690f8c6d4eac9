import { addedItem, type Change, removedItem } from "../../change/Change.ts"
import { makeFinding, type Finding, type Links, inHeader, inItem, type Location } from "../../Finding.ts"
import type { PublishedRelease } from "../../release/ReleaseHistory.ts"
import { newestOf } from "../../release/ReleaseLines.ts"
import { graceReleases, dayOf, sixMonthsAfter, type DeprecatedSince } from "../../release/removal/DeprecationClock.ts"
import { formatForecast, type RemovalForecast, releasesBetween } from "../../release/removal/RemovalForecast.ts"
import { forecastStanding } from "../../release/StandingReleases.ts"
import { formatItem, dimensionRef, toItemId, type ItemRef, codeOf } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import { makeSuggestions, nearest } from "../../taxonomy/Suggestion.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { majorOf } from "../../taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../vocabulary/Snapshot.ts"
import { misspeltWaiver, otherSources, impossibleDate, type Check } from "../Check.ts"
import { perProposal, type ReleaseProposal } from "../ReleaseProposal.ts"

export const removedOutsideMajor: Check<
  "deprecation/removed-outside-major",
  {
    readonly item: string
    readonly version: Version
    readonly earliest: RemovalForecast
    /** The newest release of all lines, if these sources are based on an older one. */
    readonly on: Version | null
  }
> = {
  id: "deprecation/removed-outside-major",
  title: "Removal in a minor or patch release",
  level: "error",
  stage: "release",
  followsFrom: [
    otherSources,
    misspeltWaiver,
    {
      checks: [
        "deprecation/removed-without-deprecation",
        "deprecation/removed-before-minor-releases",
        "deprecation/removed-before-six-months"
      ],
      scope: "item"
    }
  ],
  isRemoval: true,
  explanation:
    "Whatever is valid in a major version stays valid in it, so that clients can follow v1 without a review. A removal can invalidate a license, so it requires a major version later than the release that deprecated the item. Declare that version, or restore the item. No waiver permits it: a version that clients follow without a review must not take anything away.",
  breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.4.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0, six months after 1.1.0, does not have it`,
  message: ({ item, version }) => `${item} is removed in ${version}, which is not a major release`,
  help: ({ earliest, on }) => {
    if (earliest.may_go !== "now") return `Restore it. ${formatForecast(earliest)}`
    return on === null
      ? `Declare ${earliest.version}, which can remove it, or restore it.`
      : `Restore it, or base the changes on ${on} and declare ${earliest.version}, which can remove it.`
  },
  run: (proposal) =>
    removals(proposal)
      .filter(({ base }) => majorOf(proposal.version) <= majorOf(base.version))
      .map(({ base, earliest, item, links, location }) => {
        const newest = newestOf(proposal.standing)
        const on = newest === undefined || newest === base ? null : newest.version
        const facts = { item: formatItem(item), version: proposal.version, earliest, on }
        return makeFinding(removedOutsideMajor, facts, { item, location, links })
      })
}

export const removedBeforeMinorReleases: Check<
  "deprecation/removed-before-minor-releases",
  {
    readonly item: string
    readonly version: Version
    readonly deprecated_in: Version
    readonly releases_between: number
    readonly required_releases: number
    readonly earliest: RemovalForecast
  }
> = {
  id: "deprecation/removed-before-minor-releases",
  title: "Removal before two further releases",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "At least two releases with a new major or minor number must come between the release that deprecates an item and the one that removes it, so that users who upgrade step by step see the warning. Patch releases and releases of other lines do not count. Six months must have passed, too; the finding names the earliest version. Restore the item until then.",
  breaks: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 2.0.0 does not have it`,
  keeps: `# 1.1.0 deprecates QSR_FAST_FOOD
# 1.2.0
# 1.3.0
# 2.0.0 does not have it`,
  message: ({ deprecated_in, item, releases_between, required_releases, version }) =>
    `${item} is removed in ${version}, after ${releases_between} of ${required_releases} required releases with a new MAJOR.MINOR since its deprecation in ${deprecated_in}`,
  help: ({ earliest }) => `Restore it. ${formatForecast(earliest)}`,
  run: (proposal) =>
    removals(proposal).flatMap(({ deprecated, earliest, item, links, location }): ReadonlyArray<Finding> => {
      if (deprecated === undefined || deprecated.releasesBetween >= graceReleases) return []
      const facts = {
        item: formatItem(item),
        version: proposal.version,
        deprecated_in: deprecated.since.version,
        releases_between: deprecated.releasesBetween,
        required_releases: graceReleases,
        earliest
      }
      return [makeFinding(removedBeforeMinorReleases, facts, { item, location, links })]
    })
}

export const removedBeforeSixMonths: Check<
  "deprecation/removed-before-six-months",
  {
    readonly item: string
    readonly deprecated_in: Version
    /** Both `YYYY-MM-DD`. */
    readonly deprecated_on: string
    readonly removed_on: string
    readonly earliest: RemovalForecast
  }
> = {
  id: "deprecation/removed-before-six-months",
  title: "Removal within six months of the deprecation",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [
    otherSources,
    impossibleDate,
    misspeltWaiver,
    { checks: ["deprecation/removed-before-minor-releases"], scope: "item" }
  ],
  isRemoval: true,
  blocksVersionAdvice: true,
  explanation:
    "Six calendar months in UTC must pass after the day of the release that deprecated an item; the same day of the month passes, and a day that the month lacks becomes its last. Contracts are renewed less often than releases are made. Two further releases are required, too; the finding names the earliest date. Restore the item until then.",
  breaks: `# 1.1.0 of 2026-01-15 deprecates QSR_FAST_FOOD
# 2.0.0 of 2026-07-14 does not have it`,
  keeps: `# 1.1.0 of 2026-01-15 deprecates QSR_FAST_FOOD
# 2.0.0 of 2026-07-15 does not have it`,
  message: ({ deprecated_on, item, removed_on }) =>
    `${item} was deprecated on ${deprecated_on}, less than six months before ${removed_on}`,
  help: ({ earliest }) => `Restore it. ${formatForecast(earliest)}`,
  run: (proposal) => {
    const today = dayOf(proposal.command.published_at)
    return removals(proposal).flatMap(({ deprecated, earliest, item, links, location }): ReadonlyArray<Finding> => {
      if (deprecated === undefined || today >= sixMonthsAfter(deprecated.since.date)) return []
      const facts = {
        item: formatItem(item),
        deprecated_in: deprecated.since.version,
        deprecated_on: dayOf(deprecated.since.date),
        removed_on: today,
        earliest
      }
      return [makeFinding(removedBeforeSixMonths, facts, { item, location, links })]
    })
  }
}

/** An item that a proposed release removes (service spec, 3 and 9.6). */
interface Removal {
  readonly item: ItemRef
  readonly base: PublishedRelease
  /** The release that deprecated the item, and the releases with a new `MAJOR.MINOR` after that. */
  readonly deprecated: { readonly since: DeprecatedSince; readonly releasesBetween: number } | undefined
  readonly earliest: RemovalForecast
  /** The added item that this one looks renamed to. */
  readonly renamedTo: ItemRef | undefined
  /** The code that it looks renamed to, else the list that the item was in, or the header. */
  readonly location: Location
  readonly links: Links
}

export const removals = perProposal((proposal): ReadonlyArray<Removal> => {
  const { base, changes } = proposal
  if (base === undefined) return []
  const renameOf = findRenames(base.taxonomy, changes)
  return changes.flatMap((change): ReadonlyArray<Removal> => {
    const item = removedItem(change)
    if (item === undefined) return []
    const renamedTo = renameOf(item)
    const location = renamedTo === undefined ? formerParent(item) : codeLocation(renamedTo)
    const links = renamedTo === undefined ? {} : { explains: [toItemId(item), toItemId(renamedTo)] }
    return [{ item, base, ...grace(proposal)(base, item), renamedTo, location, links }]
  })
})

/** True if the next major release can remove an item: it is deprecated, and both clocks have run. */
export const isDue = (proposal: ReleaseProposal, base: PublishedRelease, item: ItemRef): boolean =>
  grace(proposal)(base, item).earliest.may_go === "now"

/** The list that an item was in, or the header. */
export const formerParent = (item: ItemRef): Location =>
  item._tag === "Value" ? { ...inItem(dimensionRef(item.dimension), "values"), key: true } : inHeader("version")

/**
 * Finds the added item that a removed one looks renamed to: one of the same list with the same label or description, or
 * with a similar code.
 */
export const findRenames = (
  before: Taxonomy,
  changes: ReadonlyArray<Change>
): ((removed: ItemRef) => ItemRef | undefined) => {
  const added = changes.flatMap((change) => {
    if (change.kind !== "dimension-added" && change.kind !== "value-added" && change.kind !== "license-added") return []
    const item = addedItem(change)
    return item === undefined ? [] : [{ item, texts: textsOf(change.after) }]
  })
  if (added.length === 0) return () => undefined
  const lists = Map.groupBy(added, ({ item }) => listOf(item))
  const codes = new Map(
    [...lists].map(([list, items]) => [list, new Map(items.map(({ item }) => [codeOf(item), item]))])
  )
  const byText = new Map(
    added.toReversed().flatMap(({ item, texts }) => texts.map((text) => [`${listOf(item)} ${text}`, item]))
  )
  const suggest = makeSuggestions()
  return (removed) => {
    const siblings = codes.get(listOf(removed))
    if (siblings === undefined) return undefined
    const old = snapshotOf(before).get(removed)
    const texts = old === undefined ? [] : textsOf(old)
    const same = texts.map((text) => byText.get(`${listOf(removed)} ${text}`)).find((item) => item !== undefined)
    const near =
      same === undefined ? suggest(formatItem(removed), () => nearest(codeOf(removed), siblings.keys())) : undefined
    return same ?? (near === undefined ? undefined : siblings.get(near))
  }
}

type Grace = Pick<Removal, "deprecated" | "earliest">

/** The grace period of an item, which is the same for all items that one release deprecated. */
const grace = perProposal(({ command, history, standing }) => {
  let forecast: ReturnType<typeof forecastStanding> | undefined
  return (base: PublishedRelease, item: ItemRef): Grace => {
    const since = base.clocks.get(toItemId(item))
    forecast ??= forecastStanding(history, newestOf(standing) ?? base, command.published_at)
    return {
      deprecated: since && { since, releasesBetween: releasesBetween(standing.releases, base, since) },
      earliest: forecast(item)
    }
  }
})

/** Where the sources name an item. */
const codeLocation = (item: ItemRef): Location => inItem(item, item._tag === "Dimension" ? "name" : "code")

/** Equal for items of one kind, and of one dimension. */
const listOf = (item: ItemRef): string => (item._tag === "Value" ? `values of ${item.dimension}` : item._tag)

interface Texts {
  readonly label?: string
  readonly name?: string
  readonly description: string
}

/** The texts of which one is enough to recognize an item. The name of a dimension is its code. */
const textsOf = ({ description, label, name }: Texts): ReadonlyArray<string> => [
  `label ${label ?? name}`,
  `description ${description}`
]
