import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import { emptyHistory, type PublishedRelease } from "../../../src/domain/release/ReleaseHistory.ts"
import { folderOf } from "../../../src/release/artifacts/Manifest.ts"
import { renderRelease } from "../../../src/release/artifacts/ReleaseRenderer.ts"
import type { SignedLog } from "../../../src/release/log/ProveArtifact.ts"
import { makeBodyCache } from "../../../src/server/bodies/BodyCache.ts"
import { loadBodies, readRebuiltFiles, type ReleaseBodies } from "../../../src/server/bodies/ReleaseSource.ts"
import { makeCatalog, type ServedCatalog } from "../../../src/server/catalog/Catalog.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import type { Step } from "./histories.ts"

/** A catalog like that of `catalogAfter`, except that each release has the digest of its real files. */
export const renderedCatalog = (
  steps: ReadonlyArray<Step>,
  signLog: (releases: ReadonlyArray<PublishedRelease>) => SignedLog | undefined = () => undefined
): ServedCatalog => {
  const history = steps.reduce((history, step) => step(history), emptyHistory)
  const releases = [...history.releases].map(([version, release]) => {
    const manifest = renderRelease(release)?.digest ?? release.manifest
    return [version, { ...release, manifest }] as const
  })
  return makeCatalog(
    { ...history, releases: new Map(releases) },
    genesis,
    signLog(releases.map(([, release]) => release))
  )
}

/** Reads the bodies of a release as the ledger renders them. */
export const renderBodies = (release: PublishedRelease): Effect.Effect<ReleaseBodies> => {
  const read = readRebuiltFiles(`${join("releases", folderOf(release))}/`, release)
  return read === undefined
    ? Effect.die(new Error(`Release ${release.version} does not have the digest of its files`))
    : Effect.orDie(Effect.provide(loadBodies("releases", release, read), NodeServices.layer))
}

/** A catalog as a server reads it: with a cache, in which bodies are rendered at first use. */
export const makeCurrentCatalog = Effect.fnUntraced(function* (catalog: ServedCatalog, budget = 1_000_000_000) {
  const cache = yield* makeBodyCache(budget)
  const shelf = cache.shelf<ReleaseBodies>()
  const digests = new Map<PublishedRelease, ReadonlyMap<string, { readonly sha256: string }>>()
  return CurrentCatalog.of({
    get: () => catalog,
    cache,
    bodies: {
      peek: ({ manifest }) => shelf.peek(manifest),
      load: (release) =>
        Effect.tap(shelf.load(release.manifest, renderBodies(release)), ({ bodies }) =>
          Effect.sync(() => digests.set(release, bodies))
        ),
      digestOf: (release, path) => digests.get(release)?.get(path)?.sha256
    },
    status: () => ({
      degraded: false,
      reason: undefined,
      reloads: 0,
      failedReloads: 0,
      polls: 0,
      loads: 0,
      failedLoads: 0,
      rebuilds: 0,
      releasesHeld: shelf.size(),
      ...cache.counts()
    })
  })
})
