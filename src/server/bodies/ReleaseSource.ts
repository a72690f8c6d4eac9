import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { follow } from "../../platform/Follow.ts"
import { readFilesInBackground, type ReadRegularFiles } from "../../platform/RegularFiles.ts"
import { type ArtifactBroken, checkRelease } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import type { BodyCache } from "./BodyCache.ts"
import { isServedArtifact, loadBodies, readRebuiltFiles, type ReleaseBodies } from "./ReleaseBodies.ts"

/** Why a release cannot be served. */
export type Unservable = ArtifactBroken | PlatformError

/** The bodies of releases, as requests read them. */
export interface BodySource {
  /** The bodies if they are in memory. */
  readonly peek: (release: PublishedRelease) => ReleaseBodies | undefined
  /** Loads and checks the bodies unless they are in memory. */
  readonly load: (release: PublishedRelease) => Effect.Effect<ReleaseBodies, Unservable>
  /** The SHA-256 of an artifact by its path, if its release was checked or loaded: its body need not be in memory. */
  readonly digestOf: (release: PublishedRelease, path: string) => string | undefined
}

export interface ReleaseSource extends BodySource {
  /** Loads the given releases and keeps exactly these whatever the budget. */
  readonly pin: (releases: ReadonlyArray<PublishedRelease>, read: ReadRegularFiles) => Effect.Effect<void, Unservable>
  /** Notes the digests of the files of a release that was checked. */
  readonly noteDigests: (release: PublishedRelease, digests: ReadonlyMap<string, string>) => void
  /** Notes that files of a release are not what was published, until they are. */
  readonly reportDamage: (release: PublishedRelease, error: ArtifactBroken) => void
  /** The releases whose last load failed, and those whose files are damaged. */
  readonly broken: () => ReadonlyMap<PublishedRelease, Unservable>
  readonly counts: () => ReleaseCounts
}

export interface ReleaseCounts {
  readonly loads: number
  readonly failedLoads: number
  readonly releasesHeld: number
}

export interface ReleaseSourceOptions {
  readonly releases: string
  /** True if releases with damaged files are rendered from the ledger. */
  readonly rebuild?: boolean | undefined
  /** How often broken releases are loaded again, to notice restored files. Each reads a whole release. */
  readonly retryInterval?: Duration.Duration
}

/** Reads the bodies of releases into a cache, by the digest of the manifest: a release outlives the catalog that named it. */
export const makeReleaseSource = Effect.fnUntraced(function* (
  cache: BodyCache,
  { rebuild = false, releases, retryInterval = Duration.seconds(5) }: ReleaseSourceOptions
) {
  const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const shelf = cache.shelf<ReleaseBodies, Unservable>()
  const broken = new Map<string, Breakage>()
  /** How often a release was found to be broken. */
  let breakages = 0
  const counted = { loads: 0, failedLoads: 0 }

  // Those of releases that are gone stay: published bytes never change.
  const digests = new Map<string, ReadonlyMap<string, string>>()
  const noteDigests = ({ manifest }: PublishedRelease, files: ReadonlyMap<string, string>): void => {
    digests.set(manifest, new Map([...files].filter(([path]) => isServedArtifact(path))))
  }

  const report = (release: PublishedRelease, error: Unservable, isRebuilt: boolean): void => {
    breakages += 1
    broken.set(release.manifest, { release, error, isRebuilt })
  }

  const loadRebuilt = Effect.fnUntraced(function* (release: PublishedRelease, error: ArtifactBroken) {
    const folder = (yield* Path.Path).join(releases, folderOf(release))
    const read = rebuild ? readRebuiltFiles(`${folder}/`, release) : undefined
    if (read === undefined) return yield* error
    report(release, error, true)
    return yield* loadBodies(releases, release, read)
  })

  const loadWith = (release: PublishedRelease, read: ReadRegularFiles) =>
    shelf.load(
      release.manifest,
      loadBodies(releases, release, read).pipe(
        Effect.catchTag("ArtifactBroken", (error) => loadRebuilt(release, error)),
        Effect.provideContext(files),
        Effect.tap((bodies) =>
          Effect.sync(() => {
            counted.loads += 1
            if (broken.get(release.manifest)?.isRebuilt === false) broken.delete(release.manifest)
            if (!digests.has(release.manifest)) noteDigests(release, digestsOf(bodies))
          })
        ),
        Effect.tapError((error) =>
          Effect.sync(() => {
            counted.failedLoads += 1
            report(release, error, false)
          })
        )
      )
    )
  const load = (release: PublishedRelease) => loadWith(release, readFilesInBackground)

  let pinned: ReadonlySet<string> = new Set()
  const pin = Effect.fnUntraced(function* (next: ReadonlyArray<PublishedRelease>, read: ReadRegularFiles) {
    const keys = new Set(next.map(({ manifest }) => manifest))
    // Pinned before they are loaded: they do not count against the budget, and those in force stay until then.
    shelf.pin(keys.union(pinned))
    yield* Effect.forEach(next, (release) => loadWith(release, read), { concurrency: "unbounded", discard: true })
    pinned = keys
    shelf.pin(keys)
  })

  const loadBroken = Effect.gen(function* () {
    for (const { isRebuilt, release } of broken.values()) {
      const check = Effect.provideContext(checkRelease(releases, release, readFilesInBackground), files)
      const exit = yield* Effect.exit<unknown, Unservable, never>(isRebuilt ? check : load(release))
      if (isRebuilt && Exit.isSuccess(exit)) broken.delete(release.manifest)
    }
    if (broken.size === 0) return
    const sentences = Array.from(broken.values(), ({ error, isRebuilt, release: { version } }) =>
      isRebuilt
        ? `Release ${version} is damaged and served from the ledger: ${error.message}`
        : `Release ${version} cannot be served: ${error.message}`
    )
    return yield* Effect.fail({ message: sentences.join(" ") })
  })
  yield* follow({
    name: "loadBrokenReleases",
    interval: retryInterval,
    // What breaks after a retry that succeeded must be retried as well, even if nothing was polled in between.
    revision: Effect.sync(() => (broken.size === 0 ? "sound" : `broken ${breakages}`)),
    applied: { revision: "sound" },
    read: loadBroken,
    apply: () => Effect.void,
    isPermanent: () => false,
    onFailure: Effect.logError,
    onRecovery: Effect.logInfo("All releases can be served from their files again")
  })

  return {
    peek: ({ manifest }) => shelf.peek(manifest),
    load,
    digestOf: ({ manifest }, path) => digests.get(manifest)?.get(path),
    noteDigests,
    pin,
    reportDamage: (release, error) => report(release, error, true),
    broken: () => new Map(Array.from(broken.values(), ({ error, release }) => [release, error])),
    counts: () => ({ ...counted, releasesHeld: shelf.size() })
  } satisfies ReleaseSource
})

interface Breakage {
  readonly release: PublishedRelease
  readonly error: Unservable
  /** True if it is served from the ledger. */
  readonly isRebuilt: boolean
}

const digestsOf = ({ bodies }: ReleaseBodies): ReadonlyMap<string, string> =>
  new Map([...bodies].map(([path, { sha256 }]) => [path, sha256]))
