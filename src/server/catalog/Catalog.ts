import type { Head } from "../../domain/ledger/HashChain.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { bySelector } from "../../domain/release/ReleaseLines.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { compare, firstServedMajor, majorOf, shortName } from "../../domain/taxonomy/VersionArithmetic.ts"
import { lazy, weakLazy } from "../../platform/Lazy.ts"
import type { SignedLog } from "../../release/log/ProveArtifact.ts"
import type { Headers } from "../response/Reply.ts"
import { findDeprecations, type Deprecations } from "./DeprecationHeaders.ts"

/**
 * All served releases, a projection of the history that is replaced as a whole when the ledger grows. Holds no bodies:
 * those are loaded from the folder of a release.
 */
export interface ServedCatalog {
  readonly head: Head
  readonly history: ReleaseHistory
  /** The transparency log up to the checkpoint; `undefined` if it is not signed. */
  readonly log: SignedLog | undefined
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
  /** The newest release, a withdrawn one if all are: a client must be able to read that they were. */
  readonly current: ServedRelease
  /**
   * By every selector without its `v`: `1.2.0`, and `1` and `1.2` for the newest that is not withdrawn. If every release
   * 1.2.x was withdrawn, `1.2` selects the newest of them, whose responses warn.
   */
  readonly named: ReadonlyMap<string, ServedRelease>
}

export interface ServedRelease {
  readonly release: PublishedRelease
  /** Names this release and the newest one (service spec, 9.5). */
  readonly headers: Headers
  /** Made on first use, since most releases of a long history are never requested. The default release keeps its view. */
  readonly view: () => ReleaseView
}

/** A release with what requests look up in it, by name. */
export interface ReleaseView {
  readonly licenses: ReadonlyMap<string, License>
  /** The codes of each dimension. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  readonly deprecations: Deprecations
}

export const makeCatalog = (history: ReleaseHistory, head: Head, log?: SignedLog): ServedCatalog => {
  const ascending = [...history.releases.values()]
    .filter(({ version }) => majorOf(version) >= firstServedMajor)
    .sort((left, right) => compare(left.version, right.version))
  const available = ascending.filter(({ version }) => !history.withdrawn.has(version))
  const latest = (available.at(-1) ?? ascending.at(-1))?.version

  const byMajor = Map.groupBy(ascending, ({ version }) => majorOf(version))
  const apiVersions = [...byMajor].flatMap(([major, releases]) => {
    const last = releases.at(-1)
    return last === undefined ? [] : [makeApiVersion(`v${major}`, releases, last, history, latest)]
  })
  return {
    head,
    history,
    log,
    apiVersions: new Map(apiVersions.map((apiVersion) => [apiVersion.name, apiVersion])),
    defaults: apiVersions.flatMap(({ newest }) => (newest === undefined ? [] : [newest.release]))
  }
}

const makeApiVersion = (
  name: string,
  ascending: ReadonlyArray<PublishedRelease>,
  last: PublishedRelease,
  history: ReleaseHistory,
  latest: Version | undefined
): ApiVersion => {
  const newest = ascending.findLast(({ version }) => !history.withdrawn.has(version))
  const compatible = (newest ?? last).version
  const serve = (release: PublishedRelease): ServedRelease => ({
    release,
    headers: versionHeaders(name, release.version, compatible, latest),
    view: (release === newest ? lazy : weakLazy)(() => makeReleaseView(history, release))
  })
  const current = serve(newest ?? last)
  const named = bySelector(
    ascending.map((release) => [release.version, release === current.release ? current : serve(release)] as const),
    history
  )
  return { name, newest: newest && current, current, named }
}

const makeReleaseView = (history: ReleaseHistory, release: PublishedRelease): ReleaseView => ({
  licenses: new Map(release.taxonomy.licenses.map((license) => [license.code, license])),
  codes: new Map(
    release.taxonomy.dimensions.map(({ name, values }) => [name, new Set(values.map(({ code }) => code))])
  ),
  deprecations: findDeprecations(history, release)
})

const versionHeaders = (
  apiVersion: string,
  version: Version,
  compatible: Version = version,
  latest: Version = version
): Headers => ({
  "X-API-Version": apiVersion,
  "X-Taxonomy-Version": shortName(version),
  "X-Your-Version": shortName(version),
  "X-Latest-Version": shortName(latest),
  "X-Latest-Compatible-Version": shortName(compatible),
  "X-Upgrade-Available": String(compare(version, latest) < 0)
})
