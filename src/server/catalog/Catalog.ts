import type { Head } from "../../domain/ledger/HashChain.ts"
import type { History, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { compare, majorOf, shortName, type Version } from "../../domain/taxonomy/Version.ts"
import { variantsOf, type VariantLookup } from "../representation/Representations.ts"
import { once, onceInUse, oncePer } from "./Lazy.ts"
import type { ReleaseBodies } from "./ReleaseBodies.ts"
import { releaseView, type ReleaseView } from "./ReleaseView.ts"

/**
 * What is served, made anew from the ledger's fold whenever that grows, and put in force as a whole. It holds no
 * bytes: those come from the folder of a release when they are asked for.
 */
export interface Catalog {
  readonly head: Head
  readonly history: History
  /** By the path segment that serves them, such as `v1` (service spec, 9.2 and 9.3). */
  readonly apiVersions: ReadonlyMap<string, ApiVersion>
  /** What each API version serves to those who ask for no release in particular. */
  readonly defaults: ReadonlyArray<PublishedRelease>
}

/** The releases of one major, from 1 on. */
export interface ApiVersion {
  readonly name: string
  /** The newest release; none where all were withdrawn. */
  readonly newest: ServedRelease | undefined
  /**
   * By all that names them, without a `v`: `1` and `1.2` the newest of those, which pass over withdrawn ones; `1.2.0`.
   */
  readonly named: ReadonlyMap<string, ServedRelease>
}

export interface ServedRelease {
  readonly release: PublishedRelease
  /** Which release answers, and whether there is a newer one (service spec, 9.5). */
  readonly headers: Readonly<Record<string, string>>
  /** Made when it is asked for: most releases of a long history never are. Kept for good where it is the default. */
  readonly view: () => ReleaseView
  /** The replies made of its bodies, for as long as those are held. */
  readonly variants: (bodies: ReleaseBodies) => VariantLookup
}

/** Taxonomy releases before 1.0.0 are not served: API versions begin with v1 (service spec, 9.2 and 9.7). */
const firstMajor = 1

export const catalogOf = (history: History, head: Head): Catalog => {
  const ascending = [...history.releases.values()]
    .filter(({ version }) => majorOf(version) >= firstMajor)
    .sort((left, right) => compare(left.version, right.version))
  const sound = ascending.filter(({ version }) => !history.withdrawn.has(version))
  const latest = (sound.at(-1) ?? ascending.at(-1))?.version

  const byMajor = Map.groupBy(ascending, ({ version }) => majorOf(version))
  const apiVersions = [...byMajor].map(([major, releases]) => apiVersionOf(`v${major}`, releases, history, latest))
  return {
    head,
    history,
    apiVersions: new Map(apiVersions.map((apiVersion) => [apiVersion.name, apiVersion])),
    defaults: apiVersions.flatMap(({ newest }) => (newest === undefined ? [] : [newest.release]))
  }
}

/** From the lowest release to the highest. */
const apiVersionOf = (
  name: string,
  ascending: ReadonlyArray<PublishedRelease>,
  history: History,
  latest: Version | undefined
): ApiVersion => {
  const named = new Map<string, ServedRelease>()
  const newest = ascending.findLast(({ version }) => !history.withdrawn.has(version))
  for (const release of ascending) {
    const served: ServedRelease = {
      release,
      headers: versionHeaders(name, release.version, latest),
      view: (release === newest ? once : onceInUse)(() => releaseView(history, release)),
      variants: oncePer((bodies) => variantsOf(served, bodies))
    }
    named.set(release.version, served)
    if (history.withdrawn.has(release.version)) continue
    named.set(shortName(release.version).slice(1), served)
    named.set(name.slice(1), served)
  }
  return { name, newest: named.get(name.slice(1)), named }
}

const versionHeaders = (
  apiVersion: string,
  version: Version,
  latest: Version = version
): Readonly<Record<string, string>> => ({
  "X-API-Version": apiVersion,
  "X-Taxonomy-Version": shortName(version),
  "X-Your-Version": shortName(version),
  "X-Latest-Version": shortName(latest),
  "X-Upgrade-Available": String(compare(version, latest) < 0)
})
