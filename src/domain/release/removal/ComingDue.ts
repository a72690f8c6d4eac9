import type { ReleaseProposal } from "../../checks/ReleaseProposal.ts"
import { adviceFor } from "../../checks/semver/DeclaredVersion.ts"
import type { Timestamp } from "../../ledger/Timestamp.ts"
import { itemEntries } from "../../lookup/ItemUses.ts"
import type { Deprecation } from "../../taxonomy/Deprecation.ts"
import { toItemId, type ItemRef } from "../../taxonomy/ItemRef.ts"
import type { Version } from "../../taxonomy/Scalars.ts"
import type { Taxonomy } from "../../taxonomy/Taxonomy.ts"
import { compare, compareBumps } from "../../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "../ReleaseHistory.ts"
import { baseOf, newestOf } from "../ReleaseLines.ts"
import { forecastStanding, newestStanding } from "../StandingReleases.ts"
import { advance, deprecatedItems, sinceIn, type DeprecatedSince } from "./DeprecationClock.ts"
import type { NewestRelease, RemovalForecast } from "./RemovalForecast.ts"

/** What will disappear: a deprecated item, or a major that has its end of life. */
export type ComingDue = ItemComingDue | MajorComingDue

export interface ItemComingDue {
  readonly kind: "removal"
  readonly item: ItemRef
  /** The label, or the name of a license. */
  readonly label: string
  readonly deprecation: Deprecation
  readonly since: DeprecatedSince
  readonly forecast: RemovalForecast
}

interface MajorComingDue {
  readonly kind: "end-of-life"
  readonly major: number
  readonly date: Timestamp
  readonly reason: string
}

/**
 * What will disappear that the proposed sources contain, as of their publication. Of sources that are refused, only what
 * they deprecate themselves assumes that they are published.
 */
export const comingDueAfter = (proposal: ReleaseProposal, isAccepted: boolean): ReadonlyArray<ComingDue> => {
  const { command, history, standing } = proposal
  const published = newestOf(standing)
  const planned = plannedRelease(proposal)
  const newest = published !== undefined && compare(published.version, planned.version) > 0 ? published : planned
  const forecastPlanned = forecastStanding(history, newest, command.published_at)
  const forecastPublished = isAccepted
    ? forecastPlanned
    : forecastStanding(history, published ?? planned, command.published_at)
  const items = deprecatedItems(command.taxonomy).map((deprecated): ItemComingDue => {
    const since = sinceIn(planned, deprecated.item)
    const forecast = (since.version === planned.version ? forecastPlanned : forecastPublished)(deprecated.item)
    return { kind: "removal", ...deprecated, since, forecast }
  })
  return [...items, ...majorsComingDue(history, command.published_at)]
}

/** What will disappear that a published release contains. */
export const comingDueIn = (
  history: ReleaseHistory,
  release: PublishedRelease,
  today: Timestamp
): ReadonlyArray<ComingDue> => {
  const forecast = forecastStanding(history, newestStanding(history) ?? release, today)
  const items = deprecatedItems(release.taxonomy).map((deprecated): ItemComingDue => {
    const since = sinceIn(release, deprecated.item)
    return { kind: "removal", ...deprecated, since, forecast: forecast(deprecated.item) }
  })
  return [...items, ...majorsComingDue(history, today)]
}

/** The release that the sources propose, of the version that it can have. */
const plannedRelease = (proposal: ReleaseProposal): NewestRelease => {
  const { command, standing } = proposal
  const { published_at, taxonomy } = command
  const version = plannedVersion(proposal)
  const base = baseOf(standing, version)
  const clocks = advance(base?.clocks ?? new Map(), deprecatedItems(taxonomy), { version, date: published_at })
  return { version, base: base?.version ?? null, clocks, removed: new Map(), published_at }
}

/** The declared version if it fits the changes, or else the one that a report advises to declare. */
const plannedVersion = (proposal: ReleaseProposal): Version => {
  const { base, declaredBump, requiredBump, version } = proposal
  const fits =
    declaredBump !== undefined && (requiredBump === undefined || compareBumps(declaredBump, requiredBump) >= 0)
  return base === undefined || fits ? version : (adviceFor(proposal, base).version ?? version)
}

const majorsComingDue = ({ endedMajors }: ReleaseHistory, today: Timestamp): ReadonlyArray<MajorComingDue> =>
  [...endedMajors]
    .filter(([, { date }]) => date > today)
    .map(([major, { date, reason }]) => ({ kind: "end-of-life", major, date, reason }))

/** A deprecated item of the newest release or of the draft. */
export interface DueItem extends ItemComingDue {
  /** What the draft does to the deprecation that is published, or `deprecated` if only the draft deprecates the item. */
  readonly draft: "unchanged" | "deprecated" | "undeprecated" | "removed"
}

/** Every deprecated item of the newest release and of the draft, whose own `due` items are given. */
export const dueItems = (
  history: ReleaseHistory,
  draft: Taxonomy,
  due: ReadonlyArray<ComingDue>,
  today: Timestamp
): ReadonlyArray<DueItem> => {
  const newest = newestStanding(history)
  const drafted = due.filter((each) => each.kind === "removal")
  if (newest === undefined) return drafted.map((each) => ({ ...each, draft: "deprecated" }))
  const ids = new Set(drafted.map(({ item }) => toItemId(item)))
  const inDraft = new Set(itemEntries(draft).map(({ item }) => toItemId(item)))
  const published = comingDueIn(history, newest, today).filter((each) => each.kind === "removal")
  return [
    ...drafted.map((each): DueItem => {
      const isPublished = each.forecast.may_go === "removed" || newest.clocks.has(toItemId(each.item))
      return { ...each, draft: isPublished ? "unchanged" : "deprecated" }
    }),
    ...published
      .filter(({ item }) => !ids.has(toItemId(item)))
      .map((each): DueItem => ({ ...each, draft: inDraft.has(toItemId(each.item)) ? "undeprecated" : "removed" }))
  ]
}
