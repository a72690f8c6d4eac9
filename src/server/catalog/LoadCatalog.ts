import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { forEachWithProgress } from "../../platform/Progress.ts"
import { makeSyncReader, readFilesInBackground } from "../../platform/RegularFiles.ts"
import { checkRelease } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Renderers.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import { ledgerStateOf, type LedgerState } from "../../release/ledger/LedgerTail.ts"
import type { BodyCache } from "./BodyCache.ts"
import { makeCatalog } from "./Catalog.ts"
import { NothingPublished } from "./NothingPublished.ts"

/**
 * Reads the ledger, checks every file of every published release, and loads what is served by default. Fails with
 * `ChainBroken` for the ledger, `ArtifactBroken` for a file, and `NothingPublished`. Only for a process that does not
 * serve yet, since it may block for some milliseconds at a time.
 */
export const loadCatalog = Effect.fn("loadCatalog")(function* (releases: string, bodies: BodyCache) {
  const ledger = ledgerStateOf(yield* readLedger(releases))
  const catalog = makeCatalog(ledger.history, ledger.head)
  if (catalog.apiVersions.size === 0) return yield* new NothingPublished({ releases })
  const published = [...ledger.history.releases.values()]
  yield* reportUnpublished(releases, published)

  const read = makeSyncReader()
  const checkAll = forEachWithProgress("Checking releases", published, (release) =>
    // The yield lets the loads in the background continue.
    Effect.andThen(checkRelease(releases, release, read), Effect.yieldNow)
  )
  yield* Effect.all([bodies.pin(catalog.defaults, read), checkAll], {
    concurrency: "unbounded",
    discard: true
  })
  return { ledger, catalog }
})

/**
 * Makes the catalog of a ledger that has grown, ready to serve: new releases are checked, and what is served by default
 * is loaded. Fails with `ArtifactBroken`. `checked` collects the releases that need no second check when this is tried
 * again.
 */
export const growCatalog = Effect.fn("growCatalog")(function* (
  releases: string,
  bodies: BodyCache,
  before: LedgerState,
  ledger: LedgerState,
  checked: Set<PublishedRelease["manifest"]>
) {
  const catalog = makeCatalog(ledger.history, ledger.head)
  const added = [...ledger.history.releases.values()].filter(({ version }) => !before.history.releases.has(version))
  for (const release of added) {
    if (checked.has(release.manifest)) continue
    yield* checkRelease(releases, release, readFilesInBackground)
    checked.add(release.manifest)
  }
  yield* bodies.pin(catalog.defaults, readFilesInBackground)
  return catalog
})

/** A folder without an event is the rest of an interrupted run; it was not published. */
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
