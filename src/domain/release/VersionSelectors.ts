import type { Version } from "../taxonomy/Version.ts"
import { compare, majorOf, shortName } from "../taxonomy/VersionArithmetic.ts"
import type { PublishedRelease, ReleaseHistory } from "./ReleaseHistory.ts"

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
