import * as Schema from "effect/Schema"
import * as SemVer from "effect/SemVer"

/** The full version of a release, `MAJOR.MINOR.PATCH`, with no pre-release and no build (service spec, 9.1). */
export type Version = typeof Version.Type
export const Version = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/u, {
    expected: "a version such as 1.4.0: three numbers, no v, no pre-release",
    hint: "Write MAJOR.MINOR.PATCH."
  })
).pipe(Schema.brand("Version"))

/** From the smallest to the largest. */
export type Bump = typeof Bump.Type
export const Bump = Schema.Literals(["patch", "minor", "major"])

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
export const next = (base: Version, bump: Bump): Version =>
  Version.make(SemVer.format(SemVer.bump(parse(base), bump)), { disableChecks: true })

/** The bump that leads from `base` to `version`, where `version` is one of its three successors. */
export const bumpTo = (base: Version, version: Version): Bump | undefined =>
  bumps.find((bump) => next(base, bump) === version)

export const majorOf = (version: Version): number => Number(version.slice(0, version.indexOf(".")))

/** How responses show a version: `v1.0` (service spec, 9.1). */
export const shortName = (version: Version): string => {
  const { major, minor } = parse(version)
  return `v${major}.${minor}`
}

const bumps: ReadonlyArray<Bump> = Bump.literals

const parse = (version: Version): SemVer.SemVer => SemVer.parseUnsafe(version)
