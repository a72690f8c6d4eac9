import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import { emptyHistory, type PublishedRelease } from "../../../src/domain/release/ReleaseHistory.ts"
import { folderOf } from "../../../src/release/artifacts/Manifest.ts"
import { makeReleaseRenderer } from "../../../src/release/artifacts/ReleaseRenderer.ts"
import type { SignedLog } from "../../../src/release/log/ProveArtifact.ts"
import type { BodySource } from "../../../src/server/catalog/BodyCache.ts"
import { makeCatalog, type ServedCatalog } from "../../../src/server/catalog/Catalog.ts"
import { loadBodies, readRebuiltFiles, type ReleaseBodies } from "../../../src/server/catalog/ReleaseBodies.ts"
import type { Step } from "./histories.ts"

/** A catalog like that of `catalogAfter`, except that each release has the digest of its real files. */
export const renderedCatalog = (
  steps: ReadonlyArray<Step>,
  signLog: (releases: ReadonlyArray<PublishedRelease>) => SignedLog | undefined = () => undefined
): ServedCatalog => {
  const history = steps.reduce((history, step) => step(history), emptyHistory)
  const render = makeReleaseRenderer()
  const releases = [...history.releases].map(([version, release]) => {
    const manifest = render(release)?.digest ?? release.manifest
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

/** The bodies of releases, rendered at first use, and what was counted with them. */
export const makeRenderedBodies = () => {
  const held = new Map<PublishedRelease, ReleaseBodies>()
  let extended = 0
  return {
    peek: (release) => held.get(release),
    load: (release) =>
      Effect.suspend(() => {
        const before = held.get(release)
        if (before !== undefined) return Effect.succeed(before)
        return Effect.tap(renderBodies(release), (bodies) => Effect.sync(() => held.set(release, bodies)))
      }),
    digestOf: (release, path) => held.get(release)?.bodies.get(path)?.sha256,
    extend: (_bodies, bytes) => {
      extended += bytes
    },
    extended: () => extended
  } satisfies BodySource & { readonly extended: () => number }
}
