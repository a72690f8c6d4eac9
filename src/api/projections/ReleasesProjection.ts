import type { Change } from "../../domain/change/Change.ts"
import type { PublishedRelease, ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { makeFindStatus } from "../../domain/release/ReleaseLines.ts"
import { sortedBy } from "../../domain/taxonomy/Normalize.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { bumpBetween, compare, firstServedMajor, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { HistoryMeta as HistoryMetaSchema, ReleaseMeta as ReleaseMetaSchema } from "../bodies/BodyParts.ts"
import type { ReleasesBody } from "../bodies/ReleasesBody.ts"

/** The body of `/releases`, for the API version whose newest release is given. */
export const releasesBody = (history: ReleaseHistory, newest: Version): ReleasesBody => {
  const { endedMajors, releases, withdrawn } = history
  const findStatus = makeFindStatus(history)
  return {
    version: shortName(newest),
    releases: [...releases.values()]
      .sort((left, right) => compare(right.version, left.version))
      .map(({ base, changes, notes, published_at, version, waivers }) => {
        const withdrawal = withdrawn.get(version)
        const end = endedMajors.get(majorOf(version))
        return {
          version: shortName(version),
          release: version,
          published_at,
          bump: base === null ? null : bumpBetween(base, version),
          base,
          api_version: apiVersionOf(version),
          status: findStatus(version),
          ...(withdrawal === undefined ? {} : { withdrawn: { date: withdrawal.date, reason: withdrawal.reason } }),
          ...(end === undefined ? {} : { end_of_life: { date: end.date, reason: end.reason } }),
          changes: countByKind(changes),
          waivers: waivers.map(({ approved_by, reason, rule, subject }) => ({ rule, subject, reason, approved_by })),
          ...(notes === undefined ? {} : { notes })
        }
      }),
    count: releases.size,
    _meta: historyMeta(history, newest)
  }
}

const apiVersionOf = (version: Version): string | null =>
  majorOf(version) < firstServedMajor ? null : `v${majorOf(version)}`

const countByKind = (changes: ReadonlyArray<Change>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return Object.fromEntries(sortedBy(counts, ([kind]) => kind))
}

/** The release of a body: constant for a release, so that the digest of a body can be its strong entity tag. */
export const releaseMeta = ({
  published_at,
  version
}: Pick<PublishedRelease, "published_at" | "version">): typeof ReleaseMetaSchema.Encoded => ({
  taxonomy_version: shortName(version),
  release: version,
  generated_at: published_at
})

/**
 * What a body about all releases is: the newest release of the API version, and the date of the newest event. The end of
 * a major does not count: its date can lie ahead, and the ledger does not say when it was recorded.
 */
export const historyMeta = (
  { releases, withdrawn }: ReleaseHistory,
  newest: Version
): typeof HistoryMetaSchema.Encoded => {
  let generated_at = releases.get(newest)?.published_at ?? ""
  for (const { published_at } of releases.values()) if (published_at > generated_at) generated_at = published_at
  for (const { date } of withdrawn.values()) if (date > generated_at) generated_at = date
  return { taxonomy_version: shortName(newest), release: newest, generated_at }
}
