import type { Change } from "../../domain/change/Change.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { makeFindStatus } from "../../domain/release/ReleaseLines.ts"
import { sortedBy } from "../../domain/taxonomy/Normalize.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { bumpBetween, compare, firstServedMajor, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { ReleasesBody } from "../bodies/ReleasesBody.ts"
import { historyMeta } from "./HistoryMeta.ts"

/** The body of `/releases`, for the API version whose newest release is given. */
export const releasesBody = (history: ReleaseHistory, newest: Version): ReleasesBody => {
  const { endedMajors, releases, withdrawn } = history
  const findStatus = makeFindStatus(history)
  return {
    version: shortName(newest),
    releases: [...releases.values()]
      .sort((left, right) => compare(right.version, left.version))
      .map(({ base, changes, published_at, version, waivers }) => {
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
          waivers: waivers.map(({ approved_by, reason, rule, subject }) => ({ rule, subject, reason, approved_by }))
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
