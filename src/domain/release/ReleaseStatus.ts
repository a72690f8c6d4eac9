import type { Version } from "../taxonomy/Version.ts"
import { compare, firstServedMajor, majorOf } from "../taxonomy/VersionArithmetic.ts"
import type { ReleaseHistory } from "./ReleaseHistory.ts"

/**
 * The status of a release, a function of the ledger alone: it does not depend on today's date.
 *
 * - `current`: the newest release of its major that was not withdrawn.
 * - `superseded`: its major has a newer one.
 * - `withdrawn`: so it was, whatever else holds.
 * - `end-of-life`: an end of its major is recorded, past or announced.
 */
export type ReleaseStatus = (typeof releaseStatuses)[number]
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
