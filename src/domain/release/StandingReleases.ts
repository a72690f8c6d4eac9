import * as DateTime from "effect/DateTime"
import { diff } from "../change/Diff.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import { empty } from "../taxonomy/Normalize.ts"
import type { Version } from "../taxonomy/Scalars.ts"
import { compare } from "../taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { releaseOf, type PublishedRelease, type ReleaseHistory, type Withdrawal } from "./ReleaseHistory.ts"
import { baseOf, newestOf, recordedBase } from "./ReleaseLines.ts"
import { dayOf } from "./removal/DeprecationClock.ts"
import { forecastRemovals, type NewestRelease, type RemovalForecast } from "./removal/RemovalForecast.ts"

/**
 * The history as if its withdrawn releases had never been: what a proposal is judged by. What is published follows from the
 * whole history, withdrawn releases included, so that no byte of it depends on a later withdrawal. Codes stay reserved.
 */
export const standingHistory = memoizeByIdentity((history: ReleaseHistory): ReleaseHistory => {
  if (history.withdrawn.size === 0) return history
  const releases = new Map<Version, PublishedRelease>()
  const standing = { ...history, releases, withdrawn: new Map() }
  for (const [version, release] of history.releases) {
    if (history.withdrawn.has(version)) continue
    const recorded = recordedBase(history.releases, release)
    const base = recorded && (releases.get(recorded.version) ?? baseOf(standing, version))
    releases.set(version, base === recorded ? release : rebase(standing, release, base))
  }
  return standing
})

const rebase = (
  standing: ReleaseHistory,
  release: PublishedRelease,
  base: PublishedRelease | undefined
): PublishedRelease => {
  const { format, manifest, published_at, source_commit, taxonomy, version, waivers } = release
  const changes = release.base === base?.version ? release.changes : diff(base?.taxonomy ?? empty, taxonomy)
  const facts = { version, base: base?.version ?? null, published_at, source_commit, changes, waivers, format }
  return { ...releaseOf(standing, facts), manifest }
}

/** The highest release that was not withdrawn. */
export const newestStanding = (history: ReleaseHistory): PublishedRelease | undefined =>
  newestOf(standingHistory(history))

/** The withdrawn releases that a proposal on top of a release undoes: from that one down to the release that stands. */
export const withdrawnSince = (
  { releases, withdrawn }: Pick<ReleaseHistory, "releases" | "withdrawn">,
  standing: PublishedRelease | undefined,
  top: PublishedRelease | undefined
): ReadonlyArray<{ readonly release: PublishedRelease; readonly withdrawal: Withdrawal }> => {
  const withdrawal = top === undefined ? undefined : withdrawn.get(top.version)
  if (top === undefined || withdrawal === undefined || top.version === standing?.version) return []
  return [
    ...withdrawnSince({ releases, withdrawn }, standing, recordedBase(releases, top)),
    { release: top, withdrawal }
  ]
}

/** The days from its publication in which a withdrawal lets what only that release contained go without grace. */
export const maxUndoDays = 30

/** The last of these days, `YYYY-MM-DD` in UTC. */
export const lastUndoDay = ({ published_at }: Pick<PublishedRelease, "published_at">): string =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(dayOf(published_at)), { days: maxUndoDays }))

/**
 * Forecasts removals by the releases that were not withdrawn. The others only use up their numbers, and the releases on
 * top of them cannot be older than they are.
 */
export const forecastStanding = (
  history: ReleaseHistory,
  newest: NewestRelease,
  today: Timestamp
): ((item: ItemRef) => RemovalForecast) =>
  forecastRemovals(
    { releases: standingHistory(history).releases, published: [...history.releases.keys()] },
    newest,
    earliestAbove(history, newest, today)
  )

/** A day, or that of the latest release above a release if it is later. */
export const earliestAbove = (
  { releases }: ReleaseHistory,
  { version }: Pick<NewestRelease, "version">,
  today: Timestamp
): Timestamp =>
  releases
    .values()
    .filter((release) => compare(release.version, version) > 0)
    .reduce((latest, { published_at }) => (published_at > latest ? published_at : latest), today)

/**
 * The withdrawn releases that alone contain an item, if one of them was withdrawn too late to be undone like a mistake;
 * otherwise none.
 */
export const lateHolders = (
  undone: ReturnType<typeof withdrawnSince>,
  standing: PublishedRelease | undefined,
  item: ItemRef
): ReturnType<typeof withdrawnSince> => {
  if (standing !== undefined && snapshotOf(standing.taxonomy).labelOf(item) !== undefined) return []
  const holders = undone.filter(({ release }) => snapshotOf(release.taxonomy).labelOf(item) !== undefined)
  return holders.every(({ release, withdrawal }) => dayOf(withdrawal.date) <= lastUndoDay(release)) ? [] : holders
}
