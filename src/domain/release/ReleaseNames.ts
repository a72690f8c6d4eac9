import type { Version } from "../taxonomy/Version.ts"
import { compare, firstServedMajor, majorOf, shortName } from "../taxonomy/VersionArithmetic.ts"
import type { ReleaseHistory } from "./ReleaseHistory.ts"

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
