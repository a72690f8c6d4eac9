import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PublishedRelease } from "../domain/History.ts"
import { readLedger } from "../release/Ledger.ts"
import { folderOf } from "../release/Renderers.ts"
import { catalogOf, newestReleases, type ArtifactBytes } from "./Catalog.ts"
import { NothingPublished } from "./CatalogErrors.ts"
import { readRelease } from "./ReleaseFiles.ts"
import { isServed } from "./Routes.ts"

/**
 * Reads the ledger, checks every file of every published release, and prepares what is served. Fails with
 * `ChainBroken` for the ledger, `ArtifactBroken` for a file, and `NothingPublished` where there is nothing to serve.
 */
export const loadCatalog = Effect.fnUntraced(function* (releases: string) {
  const { history } = yield* readLedger(releases)
  const newest = newestReleases(history)
  if (newest.size === 0) return yield* new NothingPublished({ releases })
  const published = [...history.releases.values()]
  yield* reportUnpublished(releases, published)

  const served = new Set(newest.values())
  const artifacts = new Map<PublishedRelease, ReadonlyMap<string, ArtifactBytes>>()
  for (const release of published) {
    const kept = yield* readRelease(releases, release, served.has(release) ? isServed : () => false)
    artifacts.set(release, kept)
  }
  return catalogOf(newest, (release) => artifacts.get(release) ?? new Map())
})

/** A folder whose event never came is the rest of a run that was cut off; it was not published. */
const reportUnpublished = Effect.fnUntraced(function* (releases: string, published: ReadonlyArray<PublishedRelease>) {
  const fs = yield* FileSystem.FileSystem
  const known = new Set(published.map(folderOf))
  for (const name of yield* fs.readDirectory(releases)) {
    if (versionFolder.test(name) && !known.has(name)) {
      yield* Effect.logWarning(`${name} is not in the ledger, so it was never published and is not served`)
    }
  }
})

const versionFolder = /^v\d+\.\d+\.\d+$/
