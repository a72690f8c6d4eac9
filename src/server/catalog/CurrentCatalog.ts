import { dirname, join, resolve } from "node:path"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { forEachWithProgress } from "../../platform/Progress.ts"
import { makeSyncReader, readFilesInBackground } from "../../platform/RegularFiles.ts"
import { checkManifest, checkRelease, isManifestAlone } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf, manifestFile } from "../../release/artifacts/Manifest.ts"
import { readLedgerWithLog, watchLedger } from "../../release/LedgerWatch.ts"
import { makeBodyCache, type BodyCache } from "../bodies/BodyCache.ts"
import { makeReleaseSource, type BodySource, type ReleaseSource } from "../bodies/ReleaseSource.ts"
import { makeCatalog, type ServedCatalog } from "./Catalog.ts"

/** How well the catalog follows the folder of the releases. */
export interface CatalogStatus extends ReturnType<BodyCache["counts"]>, ReturnType<ReleaseSource["counts"]> {
  /** True if the ledger, its checkpoint, a new release or a requested release is damaged. */
  readonly degraded: boolean
  readonly reason: string | undefined
  readonly reloads: number
  /** Failures to reload, each counted once. */
  readonly failedReloads: number
  /** How often the ledger was polled. */
  readonly polls: number
}

export interface CatalogOptions {
  /** How often the ledger is polled. Default: 500 ms. */
  readonly pollInterval?: Duration.Input
  /** How long folders may arrive after the ledger before that is a failure. Default: 30 s. */
  readonly patience?: Duration.Input
  /** Bytes of bodies in memory besides those that are served by default. Default: 64 MiB. */
  readonly bodyBudget?: number
  /** Reads the folder again at once for each element. */
  readonly reloads?: Stream.Stream<void>
  /** True to serve releases whose files are damaged from the ledger. Default: false, which fails. */
  readonly rebuild?: boolean
  /** Keys of which one must have signed the whole ledger. Default: none, which allows an unsigned log. */
  readonly trustedKeys?: ReadonlyArray<VerifierKey>
}

/** The current catalog. Each request reads it once, so that its response does not mix two states. */
export class CurrentCatalog extends Context.Service<
  CurrentCatalog,
  {
    readonly get: () => ServedCatalog
    readonly bodies: BodySource
    /** Holds the bodies of releases, and whatever else is made for responses. */
    readonly cache: BodyCache
    readonly status: () => CatalogStatus
  }
>()("taxonomy-licensing-data-service/server/catalog/CurrentCatalog") {
  /**
   * Loads the folder of the releases, which fails like `loadCatalog`, then follows the ledger and its checkpoint. A new
   * state replaces the catalog as a whole when everything in it has been checked; until then the last good one stays.
   */
  static readonly layer = (
    releases: string,
    {
      bodyBudget = 64 * 1024 * 1024,
      patience = "30 seconds",
      pollInterval = "500 millis",
      rebuild = false,
      reloads,
      trustedKeys = []
    }: CatalogOptions = {}
  ) =>
    Layer.effect(
      CurrentCatalog,
      Effect.gen(function* () {
        const interval = Duration.fromInputUnsafe(pollInterval)
        const cache = yield* makeBodyCache(bodyBudget)
        const bodies = yield* makeReleaseSource(cache, {
          releases,
          rebuild,
          retryInterval: Duration.times(interval, 10)
        })
        let { catalog, signed } = yield* loadCatalog(releases, bodies, trustedKeys, rebuild)
        let reloadCount = 0

        const watch = yield* watchLedger({
          releases,
          pollInterval: interval,
          patience: Duration.fromInputUnsafe(patience),
          trustedKeys,
          reloads,
          served: () => signed,
          apply: Effect.fnUntraced(function* (next) {
            if (next.ledger.head.sequence === signed.ledger.head.sequence) {
              const { log } = next
              signed = { ...signed, log }
              catalog = { ...catalog, log }
              return yield* Effect.annotateLogs(Effect.logInfo("Serving another checkpoint"), describeLog(log))
            }
            const { head, history } = next.ledger
            const grown = makeCatalog(history, head, next.log)
            for (const [version, release] of history.releases) {
              if (signed.ledger.history.releases.has(version)) continue
              // What a release that is just arriving may lack is not known before it is complete.
              if (!(yield* isManifestAlone(releases, release))) {
                yield* checkRelease(releases, release, readFilesInBackground)
              }
              bodies.noteDigests(release, yield* checkManifest(releases, release, readFilesInBackground))
            }
            yield* bodies.pin(grown.defaults, readFilesInBackground)
            catalog = grown
            signed = next
            reloadCount += 1
            yield* Effect.annotateLogs(Effect.logInfo("Serving a newer ledger"), describeCatalog(catalog))
          })
        })

        return CurrentCatalog.of({
          get: () => catalog,
          bodies,
          cache,
          status: () => {
            const { failures, polls, reason } = watch.status()
            const [broken] = bodies.broken().values()
            return {
              degraded: reason !== undefined || broken !== undefined,
              reason: reason ?? broken?.message,
              reloads: reloadCount,
              failedReloads: failures,
              polls,
              ...bodies.counts(),
              ...cache.counts()
            }
          }
        })
      })
    )
}

const describeCatalog = ({ defaults, head, log }: ServedCatalog) => ({
  events: head.sequence,
  ...describeLog(log),
  releases: defaults.map(({ version }) => version)
})

const describeLog = (log: ServedCatalog["log"]) => (log === undefined ? {} : { signed_events: log.checkpoint.size })

/**
 * Reads the ledger and its checkpoint, checks the manifests of all releases and the files of those that are served by
 * default, and loads these. The files of others are checked when they are first read, or here if `rebuild` is false.
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
  if (catalog.apiVersions.size === 0) {
    const isRelease = yield* (yield* FileSystem.FileSystem).exists(join(releases, manifestFile))
    return yield* new NothingPublished({ releases, isRelease })
  }
  const published = [...ledger.history.releases.values()]
  yield* reportUnpublished(releases, published)

  const read = makeSyncReader()
  const check = (release: PublishedRelease) =>
    (rebuild && !catalog.defaults.includes(release) ? Effect.void : checkRelease(releases, release, read)).pipe(
      Effect.andThen(checkManifest(releases, release, read)),
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
  releases: Schema.String,
  /** True for the folder of one release, which has no ledger. */
  isRelease: Schema.Boolean
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    const folder = resolve(this.releases)
    if (this.isRelease) {
      return `${folder} is the folder of one release, and the ledger that vouches for it is elsewhere. Name the folder that contains ledger.ndjson and all releases with --releases, such as ${dirname(folder)}.`
    }
    return `No release to serve in ${folder}. Copy releases with taxonomy mirror, publish one with build-release, or name another folder with --releases.`
  }
}

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
