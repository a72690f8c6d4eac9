import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Runtime from "effect/Runtime"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { forEachWithProgress } from "../../platform/Progress.ts"
import { makeSyncReader, readFilesInBackground } from "../../platform/RegularFiles.ts"
import { checkRelease } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { readLedger, ledgerStateOf } from "../../release/Ledger.ts"
import { isIncomplete, readSignedLog, type LedgerWithLog } from "../../release/log/ReadSignedLog.ts"
import type { ReleaseSource } from "../bodies/ReleaseSource.ts"
import { makeCatalog } from "./Catalog.ts"

/**
 * Reads the ledger and its checkpoint, checks every file of every published release, and loads what is served by default.
 * Fails with `ChainBroken` for the ledger, `CheckpointBroken` or `LogUnsigned` for the checkpoint, `ArtifactBroken` for a
 * file of a release that is served by default or if `rebuild` is false, and `NothingPublished`. Only for a process that
 * does not serve yet, since it may block for some milliseconds at a time.
 */
export const loadCatalog = Effect.fn("loadCatalog")(function* (
  releases: string,
  bodies: ReleaseSource,
  trustedKeys: ReadonlyArray<VerifierKey> = [],
  rebuild = false
) {
  const signed = yield* readLedgerWithLog(releases, trustedKeys)
  const { ledger, log } = signed
  const catalog = makeCatalog(ledger.history, ledger.head, log)
  if (catalog.apiVersions.size === 0) return yield* new NothingPublished({ releases })
  const published = [...ledger.history.releases.values()]
  yield* reportUnpublished(releases, published)

  const read = makeSyncReader()
  const check = (release: PublishedRelease) =>
    checkRelease(releases, release, read).pipe(
      Effect.map((digests) => bodies.noteDigests(release, digests)),
      Effect.catchTag("ArtifactBroken", (error) => {
        // Who serves an altered newest release should know at once. An older one must not keep the others from clients.
        if (!rebuild || catalog.defaults.includes(release)) return Effect.fail(error)
        bodies.reportDamage(release, error)
        return Effect.logError(`Release ${release.version} is damaged. ${error.message}`)
      })
    )
  const checkAll = forEachWithProgress("Checking releases", published, (release) =>
    // The yield lets the loads in the background continue.
    Effect.andThen(check(release), Effect.yieldNow)
  )
  yield* Effect.all([bodies.pin(catalog.defaults, read), checkAll], {
    concurrency: "unbounded",
    discard: true
  })
  return { signed, catalog }
})

/** The ledger has no release from 1.0.0 on, so there is nothing to serve. */
export class NothingPublished extends Schema.TaggedError<NothingPublished>()("NothingPublished", {
  releases: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `No release to serve in ${resolve(this.releases)}. Copy releases with taxonomy mirror, publish one with build-release, or name another folder with --releases.`
  }
}

/** Tries again for two seconds, since the checkpoint may be replaced while the ledger is read, or arrive before it. */
const readLedgerWithLog = (releases: string, trustedKeys: ReadonlyArray<VerifierKey>) =>
  Effect.gen(function* () {
    const ledger = ledgerStateOf(yield* readLedger(releases))
    const log = yield* readSignedLog(releases, ledger, { trustedKeys, signedBefore: 0 })
    return { ledger, log } satisfies LedgerWithLog
  }).pipe(
    Effect.retry({
      while: (error) => (error._tag === "CheckpointBroken" || error._tag === "LogUnsigned") && isIncomplete(error),
      schedule: Schedule.spaced("100 millis"),
      times: 20
    })
  )

/**
 * Makes the catalog of a ledger that has grown, ready to serve: new releases are checked, and what is served by default
 * is loaded. Fails with `ArtifactBroken`. `checked` collects the releases that need no second check when this is tried
 * again.
 */
export const growCatalog = Effect.fn("growCatalog")(function* (
  releases: string,
  bodies: ReleaseSource,
  before: LedgerWithLog,
  { ledger, log }: LedgerWithLog,
  checked: Set<PublishedRelease["manifest"]>
) {
  const known = before.ledger.history.releases
  const catalog = makeCatalog(ledger.history, ledger.head, log)
  const added = [...ledger.history.releases.values()].filter(({ version }) => !known.has(version))
  for (const release of added) {
    if (checked.has(release.manifest)) continue
    bodies.noteDigests(release, yield* checkRelease(releases, release, readFilesInBackground))
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
