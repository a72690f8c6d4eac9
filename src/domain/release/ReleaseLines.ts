import type { ReleaseProposal } from "../checks/ReleaseProposal.ts"
import type { Timestamp } from "../ledger/Timestamp.ts"
import { isSameItem, toCaselessItemId, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Bump, Version } from "../taxonomy/Scalars.ts"
import {
  bumpBetween,
  compare,
  firstServedMajor,
  majorOf,
  next,
  nextFree,
  shortName
} from "../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"
import { dayOf } from "./removal/DeprecationClock.ts"

/** The release that another one builds on, as it records it. */
export const recordedBase = <R extends Based>(releases: ReadonlyMap<Version, R>, { base }: Based): R | undefined =>
  base === null ? undefined : releases.get(base)

/** A release and those that it builds on, the newest first. */
export function* ancestryOf<R extends Based>(
  releases: ReadonlyMap<Version, R>,
  release: R | undefined
): Generator<R, void> {
  for (let next = release; next !== undefined; next = recordedBase(releases, next)) yield next
}

interface Based {
  readonly base: Version | null
}

/** The base of a version: the release with the highest published version below it. */
export const baseOf = (
  { releases }: Pick<ReleaseHistory, "releases">,
  version: Version
): PublishedRelease | undefined => highestOf(releases, (published) => compare(published, version) < 0)

/** The highest release of the highest major, withdrawn or not. */
export const newestOf = ({ releases }: Pick<ReleaseHistory, "releases">): PublishedRelease | undefined =>
  highestOf(releases, () => true)

/** The highest release of a major, withdrawn or not. */
export const newestOfMajor = ({ releases }: ReleaseHistory, major: number): PublishedRelease | undefined =>
  highestOf(releases, (version) => majorOf(version) === major)

/**
 * The release that the newest of a major was at the end of a day in UTC: by the order of the ledger, without those that
 * were withdrawn by then.
 */
export const newestAsOf = (
  { releases, withdrawn }: ReleaseHistory,
  major: number,
  day: string
): PublishedRelease | undefined => {
  const known = new Map<Version, PublishedRelease>()
  for (const [version, release] of releases) {
    if (dayOf(release.published_at) > day) break
    known.set(version, release)
  }
  const isWithdrawn = (version: Version) => dayOf(withdrawn.get(version)?.date ?? "9") <= day
  return highestOf(known, (version) => majorOf(version) === major && !isWithdrawn(version))
}

/**
 * The version that can remove a deprecated item of a release, as format 1 records it: the version of a newer line that has
 * removed it already, or the next major version of all lines. Newer formats record forecasts.
 */
export const removalVersions = (
  { releases, tombstones }: ReleaseHistory,
  version: Version,
  newest = newestOf({ releases })?.version ?? version
): ((item: ItemRef) => Version) => {
  const nextMajor = next(compare(newest, version) > 0 ? newest : version, "major")
  return (item) => {
    const gone = tombstones.size === 0 ? undefined : tombstones.get(toCaselessItemId(item))
    return gone !== undefined && isSameItem(gone.item, item) && compare(gone.version, version) > 0
      ? gone.version
      : nextMajor
  }
}

/** A free version and its base. */
export interface Successor {
  readonly version: Version
  readonly on: PublishedRelease | undefined
}

/**
 * The lowest free version for changes to a release that stands and require a bump. If its line has newer releases, that is
 * a version on top of the newest one. If its major has ended, that is a version on top of the newest release of all. A
 * withdrawn release is corrected by its next patch, so that clients of its minor version get it.
 * Without a bump it is the release itself. Withdrawn releases use up their numbers.
 */
export const freeSuccessor = (
  { history, recorded, standing }: Pick<ReleaseProposal, "history" | "standing" | "recorded">,
  base: PublishedRelease,
  bump: Bump | undefined,
  today: Timestamp
): Successor => {
  if (bump === undefined) return { version: base.version, on: base }
  const hasEnded = (major: number) => (history.endedMajors.get(major)?.date ?? "9") <= today
  const major = majorOf(base.version)
  const direct = next(base.version, bump)
  const top = recorded.base ?? base
  const correction = next(top.version, "patch")
  if (
    history.withdrawn.has(top.version) &&
    majorOf(top.version) === major &&
    !hasEnded(major) &&
    !history.releases.has(correction) &&
    bumpBetween(base.version, correction) === bump
  )
    return { version: correction, on: base }
  const isFree = !history.releases.has(direct) && baseOf(history, direct) === recorded.base
  if (isFree && !hasEnded(major)) return { version: direct, on: base }
  const on = (bump === "major" || hasEnded(major) ? newestOf(standing) : newestOfMajor(standing, major)) ?? base
  const least = hasEnded(majorOf(on.version)) ? "major" : bump
  return { version: nextFree(on.version, least, history.releases.keys()), on }
}

/** The majors that have a release, in ascending order. */
export const majorsOf = ({ releases }: ReleaseHistory): ReadonlyArray<number> =>
  [...new Set([...releases.keys()].map(majorOf))].sort((left, right) => left - right)

export const highestOf = (
  releases: ReleaseHistory["releases"],
  isCandidate: (version: Version) => boolean
): PublishedRelease | undefined => {
  let highest: PublishedRelease | undefined
  for (const [version, release] of releases) {
    if (isCandidate(version) && (highest === undefined || compare(version, highest.version) > 0)) highest = release
  }
  return highest
}

/**
 * The status of a release, a function of the ledger alone: it does not depend on today's date.
 *
 * - `current`: the newest release of its major that was not withdrawn.
 * - `superseded`: its major has a newer one.
 * - `withdrawn`: so it was, whatever else holds.
 * - `end-of-life`: an end of its major is recorded, past or announced.
 */
type ReleaseStatus = (typeof releaseStatuses)[number]
export const releaseStatuses = ["current", "superseded", "withdrawn", "end-of-life"] as const

/** Finds the status of the releases of a history. */
export const makeFindStatus = ({
  endedMajors,
  releases,
  withdrawn
}: ReleaseHistory): ((version: Version) => ReleaseStatus) => {
  const newest = new Map<number, Version>()
  for (const version of releases.keys()) {
    const known = newest.get(majorOf(version))
    if (withdrawn.has(version) || (known !== undefined && compare(version, known) < 0)) continue
    newest.set(majorOf(version), version)
  }
  return (version) => {
    const major = majorOf(version)
    if (withdrawn.has(version)) return "withdrawn"
    if (endedMajors.has(major) || major < firstServedMajor) return "end-of-life"
    return newest.get(major) === version ? "current" : "superseded"
  }
}

/**
 * Maps every selector without its `v` to what it selects: `1.2.0`, and `1.2` and `1` for the newest release that is not
 * withdrawn. If every release 1.2.x was withdrawn, `1.2` selects the newest of them. If every release of a major was,
 * the major selects none.
 */
export const bySelector = <A>(
  ascending: Iterable<readonly [version: Version, selected: A]>,
  { withdrawn }: Pick<ReleaseHistory, "withdrawn">
): ReadonlyMap<string, A> => {
  const selected = new Map<string, A>()
  const available = new Set<string>()
  for (const [version, each] of ascending) {
    const minor = shortName(version).slice(1)
    selected.set(version, each)
    if (!withdrawn.has(version)) {
      available.add(minor)
      selected.set(minor, each)
      selected.set(String(majorOf(version)), each)
    } else if (!available.has(minor)) selected.set(minor, each)
  }
  return selected
}

/** The releases of a history by selector, those before 1.0.0 included. */
export const releasesBySelector = (history: ReleaseHistory): ReadonlyMap<string, PublishedRelease> =>
  bySelector(
    [...history.releases].toSorted(([left], [right]) => compare(left, right)),
    history
  )

/** A selector without its optional `v`. */
export const withoutPrefix = (selector: string): string => selector.replace(/^v/, "")

/** A name by which clients request a release without its full version, and the release that it means. */
export interface NameChange {
  /** `latest`, `v1` or `v1.2` */
  readonly name: string
  readonly before: Version
  /** `undefined` if no release answers to the name any more. */
  readonly after: Version | undefined
}

/** The names that mean another release, or none, after an event. */
export const changedNames = (before: ReleaseHistory, after: ReleaseHistory): ReadonlyArray<NameChange> => {
  const names = releaseNames(after)
  return [...releaseNames(before)].flatMap(([name, version]) =>
    names.get(name) === version ? [] : [{ name, before: version, after: names.get(name) }]
  )
}

/** The release that each name means: the newest one that is not withdrawn. Releases before 1.0.0 are not served. */
const releaseNames = ({ releases, withdrawn }: ReleaseHistory): ReadonlyMap<string, Version> => {
  const available = [...releases.keys()]
    .filter((version) => majorOf(version) >= firstServedMajor && !withdrawn.has(version))
    .toSorted(compare)
  return new Map(
    available.flatMap((version) => [
      ["latest", version] as const,
      [`v${majorOf(version)}`, version] as const,
      [shortName(version), version] as const
    ])
  )
}
