/** The releases 1.0.0 to 1.n.0 of a vocabulary that gains a license with each: 1.n.0 has the licenses L0 to Ln. */
export interface ReleaseState {
  /** The minor version of the release that was published last. */
  readonly published: number
  /** The minor versions that were withdrawn. */
  readonly withdrawn: ReadonlyArray<number>
}

/** Returns the minor version that answers by default. */
export const newestMinor = ({ published, withdrawn }: ReleaseState): number => {
  let minor = published
  while (minor > 0 && withdrawn.includes(minor)) minor--
  return minor
}

/** A release as a request names it: a minor version of 1, or none for the newest. */
export type ReleaseSelector = number | "newest"

export interface Selection {
  readonly release: ReleaseSelector
  /** The number of the license that is read, if it is one. */
  readonly license?: number | undefined
}

/** Returns the version in `X-Taxonomy-Version`, or the error code. */
export const expectedOutcome = (state: ReleaseState, { license, release }: Selection): string => {
  const minor = release === "newest" ? newestMinor(state) : release
  if (minor > state.published) return "version-not-found"
  return license !== undefined && license > minor ? "license-not-found" : `v1.${minor}`
}
