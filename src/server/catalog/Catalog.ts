import type { Head } from "../../domain/ledger/HashChain.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { compare, majorOf, shortName, type Version } from "../../domain/taxonomy/Version.ts"
import { lazy, weakLazy } from "../../platform/Lazy.ts"
import { representationsOf, type FindRepresentation } from "../representation/ReleaseRepresentations.ts"
import type { Headers } from "../response/Reply.ts"
import type { ReleaseBodies } from "./ReleaseBodies.ts"
import { makeReleaseView, type ReleaseView } from "./ReleaseView.ts"

/**
 * All served releases, a projection of the history that is replaced as a whole when the ledger grows. Holds no bodies:
 * those are loaded from the folder of a release.
 */
export interface Catalog {
  readonly head: Head
  readonly history: ReleaseHistory
  /** By path segment, such as `v1` (service spec, 9.2 and 9.3). */
  readonly apiVersions: ReadonlyMap<string, ApiVersion>
  /** The release of each API version that serves requests without a version. */
  readonly defaults: ReadonlyArray<PublishedRelease>
}

/** The releases of one major, from 1 on. */
export interface ApiVersion {
  readonly name: string
  /** `undefined` if every release was withdrawn. */
  readonly newest: ServedRelease | undefined
  /** By every selector without its `v`: `1.2.0`, and `1` and `1.2` for the newest that is not withdrawn. */
  readonly named: ReadonlyMap<string, ServedRelease>
}

export interface ServedRelease {
  readonly release: PublishedRelease
  /** Names this release and the newest one (service spec, 9.5). */
  readonly headers: Headers
  /** Made on first use, since most releases of a long history are never requested. The default release keeps its view. */
  readonly view: () => ReleaseView
  /** The representations of its bodies. They live as long as the bodies. */
  readonly representations: (bodies: ReleaseBodies) => FindRepresentation
}

/** Releases before 1.0.0 are not served: API versions begin with v1 (service spec, 9.2 and 9.7). */
const firstMajor = 1

export const makeCatalog = (history: ReleaseHistory, head: Head): Catalog => {
  const ascending = [...history.releases.values()]
    .filter(({ version }) => majorOf(version) >= firstMajor)
    .sort((left, right) => compare(left.version, right.version))
  const available = ascending.filter(({ version }) => !history.withdrawn.has(version))
  const latest = (available.at(-1) ?? ascending.at(-1))?.version

  const byMajor = Map.groupBy(ascending, ({ version }) => majorOf(version))
  const apiVersions = [...byMajor].map(([major, releases]) => makeApiVersion(`v${major}`, releases, history, latest))
  return {
    head,
    history,
    apiVersions: new Map(apiVersions.map((apiVersion) => [apiVersion.name, apiVersion])),
    defaults: apiVersions.flatMap(({ newest }) => (newest === undefined ? [] : [newest.release]))
  }
}

const makeApiVersion = (
  name: string,
  ascending: ReadonlyArray<PublishedRelease>,
  history: ReleaseHistory,
  latest: Version | undefined
): ApiVersion => {
  const named = new Map<string, ServedRelease>()
  const newest = ascending.findLast(({ version }) => !history.withdrawn.has(version))
  for (const release of ascending) {
    const served: ServedRelease = {
      release,
      headers: versionHeaders(name, release.version, latest),
      view: (release === newest ? lazy : weakLazy)(() => makeReleaseView(history, release)),
      representations: memoizeByIdentity((bodies) => representationsOf(served, bodies))
    }
    named.set(release.version, served)
    if (history.withdrawn.has(release.version)) continue
    named.set(shortName(release.version).slice(1), served)
    named.set(name.slice(1), served)
  }
  return { name, newest: named.get(name.slice(1)), named }
}

const versionHeaders = (apiVersion: string, version: Version, latest: Version = version): Headers => ({
  "X-API-Version": apiVersion,
  "X-Taxonomy-Version": shortName(version),
  "X-Your-Version": shortName(version),
  "X-Latest-Version": shortName(latest),
  "X-Upgrade-Available": String(compare(version, latest) < 0)
})
