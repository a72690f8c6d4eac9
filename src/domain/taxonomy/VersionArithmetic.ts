import type { Bump, Version } from "./Scalars.ts"

export const compare = (left: Version, right: Version): number => {
  const [before, after] = [left.split("."), right.split(".")]
  const at = before.findIndex((number, index) => number !== after[index])
  return at === -1 ? 0 : Number(before[at]) - Number(after[at])
}

export const compareBumps = (left: Bump, right: Bump): number => bumps.indexOf(left) - bumps.indexOf(right)

/** The bump that all of the given ones require together; none when there is none. */
export const largestBump = (required: ReadonlyArray<Bump>): Bump | undefined =>
  bumps.findLast((bump) => required.includes(bump))

/** The version that follows `base` after a bump, also where that is too large to be declared. */
export const next = (base: Version, bump: Bump): Version => {
  const [major, minor, patch] = numbersOf(base)
  switch (bump) {
    case "major":
      return versionOf(major + 1, 0, 0)
    case "minor":
      return versionOf(major, minor + 1, 0)
    case "patch":
      return versionOf(major, minor, patch + 1)
  }
}

/**
 * The version that follows `base` after a bump and all published versions of its line, of which those after it were
 * withdrawn. If later majors were withdrawn as a whole, the next major is a minor after them: 2.1.0 after 2.0.0.
 */
export const nextFree = (base: Version, bump: Bump, published: Iterable<Version>): Version => {
  let highest = base
  for (const version of published) {
    if ((bump === "major" || majorOf(version) === majorOf(base)) && compare(version, highest) > 0) highest = version
  }
  return next(highest, bump === "major" && majorOf(highest) > majorOf(base) ? "minor" : bump)
}

/** The bump that leads from `base` to `version`, where `version` is one of its three successors. */
export const bumpTo = (base: Version, version: Version): Bump | undefined =>
  bumps.find((bump) => next(base, bump) === version)

/** The bump that leads from `base` to a later version, however many versions lie between them. */
export const bumpBetween = (base: Version, version: Version): Bump => {
  if (majorOf(base) !== majorOf(version)) return "major"
  return shortName(base) === shortName(version) ? "patch" : "minor"
}

/** API versions begin with v1, and releases before 1.0.0 are at their end of life (service spec, 9.2 and 9.7). */
export const firstServedMajor = 1

export const majorOf = (version: Version): number => Number(version.slice(0, version.indexOf(".")))

/** How responses show a version: `v1.0` (service spec, 9.1). */
export const shortName = (version: Version): string => {
  const [major, minor] = numbersOf(version)
  return `v${major}.${minor}`
}

/** The smallest first. */
export const bumps: ReadonlyArray<Bump> = ["patch", "minor", "major"]

const numbersOf = (version: Version): readonly [major: number, minor: number, patch: number] => {
  const [major, minor, patch] = version.split(".")
  return [Number(major), Number(minor), Number(patch)]
}

const versionOf = (major: number, minor: number, patch: number): Version =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- three numbers without leading zeros
  `${major}.${minor}.${patch}` as Version
