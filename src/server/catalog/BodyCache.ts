import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { follow } from "../../platform/Follow.ts"
import { readFilesInBackground, type ReadRegularFiles } from "../../platform/RegularFiles.ts"
import { type ArtifactBroken, checkRelease } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { isServedArtifact } from "../representation/Resources.ts"
import { loadBodies, readRebuiltFiles, type ReleaseBodies } from "./ReleaseBodies.ts"

/** The bodies of releases, as requests read them. */
export interface BodySource {
  /** The bodies if they are in memory. */
  readonly peek: (release: PublishedRelease) => ReleaseBodies | undefined
  /**
   * Loads and checks the bodies unless they are in memory. Concurrent calls share one load, which continues if a caller
   * is interrupted; a failure is not cached.
   */
  readonly load: (release: PublishedRelease) => Effect.Effect<ReleaseBodies, ArtifactBroken | PlatformError>
  /** The SHA-256 of an artifact by its path, if its release was checked or loaded: its body need not be in memory. */
  readonly digestOf: (release: PublishedRelease, path: string) => string | undefined
  /** Counts bytes of something that was made from the bodies of a release. Negative ones are no longer kept. */
  readonly extend: (bodies: ReleaseBodies, bytes: number) => void
}

export interface BodyCache extends BodySource {
  /**
   * Loads the given releases and pins exactly these. Others are kept within the budget and evicted least recently used
   * first. The last one stays whatever its size, or each request would load it again.
   */
  readonly pin: (
    releases: ReadonlyArray<PublishedRelease>,
    read: ReadRegularFiles
  ) => Effect.Effect<void, ArtifactBroken | PlatformError>
  /** Notes the digests of the files of a release that was checked. */
  readonly noteDigests: (release: PublishedRelease, digests: ReadonlyMap<string, string>) => void
  /** Notes that files of a release are not what was published, until they are. */
  readonly reportDamage: (release: PublishedRelease, error: ArtifactBroken) => void
  /** The releases whose last load failed, and those whose files are damaged. */
  readonly broken: () => ReadonlyMap<PublishedRelease, ArtifactBroken | PlatformError>
  readonly counts: () => BodyCounts
}

export interface BodyCounts {
  readonly loads: number
  readonly failedLoads: number
  readonly evictions: number
  readonly releasesHeld: number
  readonly bytesHeld: number
}

export interface BodyCacheOptions {
  readonly releases: string
  /** Bytes for releases that are not pinned. */
  readonly budget: number
  /** True if releases with damaged files are rendered from the ledger. */
  readonly rebuild?: boolean | undefined
  /** How often broken releases are loaded again, to notice restored files. Each reads a whole release. */
  readonly retryInterval?: Duration.Duration
}

/** Makes a cache whose loads and retries end with the scope. */
export const makeBodyCache = Effect.fnUntraced(function* ({
  budget,
  rebuild = false,
  releases,
  retryInterval = Duration.seconds(5)
}: BodyCacheOptions) {
  const scope = yield* Effect.scope
  const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const permits = yield* Semaphore.make(loadConcurrency)

  // By the digest of the manifest, which outlives the catalog in which a release was found.
  let pinned: ReadonlyMap<string, ReleaseBodies> = new Map()
  /** Releases that are being loaded to be pinned, so they do not count against the budget. */
  let pinning: ReadonlySet<string> = new Set()
  /** From the least to the most recently used. */
  const recent = new Map<string, ReleaseBodies>()
  let recentBytes = 0
  const loading = new Map<string, Deferred.Deferred<ReleaseBodies, ArtifactBroken | PlatformError>>()
  const broken = new Map<string, readonly [PublishedRelease, ArtifactBroken | PlatformError]>()
  const damaged = new Map<string, readonly [PublishedRelease, ArtifactBroken]>()
  /** How often a release was found to be broken or damaged. */
  let breakages = 0
  const counted = { loads: 0, failedLoads: 0, evictions: 0 }

  // Those of releases that are gone stay: published bytes never change.
  const digests = new Map<string, ReadonlyMap<string, string>>()
  const noteDigests = ({ manifest }: PublishedRelease, files: ReadonlyMap<string, string>): void => {
    digests.set(manifest, new Map([...files].filter(([path]) => isServedArtifact(path))))
  }

  const extensions = new WeakMap<ReleaseBodies, number>()
  const sizeOf = (bodies: ReleaseBodies): number => bodies.byteLength + (extensions.get(bodies) ?? 0)

  const drop = (key: string): void => {
    const bodies = recent.get(key)
    recentBytes -= bodies === undefined ? 0 : sizeOf(bodies)
    recent.delete(key)
  }

  const keep = (key: string, bodies: ReleaseBodies): void => {
    drop(key)
    recent.set(key, bodies)
    recentBytes += sizeOf(bodies)
    evict()
  }

  const evict = (): void => {
    for (const oldest of recent.keys()) {
      if (recentBytes <= budget || recent.size === 1) break
      drop(oldest)
      counted.evictions += 1
    }
  }

  const extend = (bodies: ReleaseBodies, bytes: number): void => {
    extensions.set(bodies, (extensions.get(bodies) ?? 0) + bytes)
    if (!recent.values().some((held) => held === bodies)) return
    recentBytes += bytes
    evict()
  }

  const peek = ({ manifest }: PublishedRelease): ReleaseBodies | undefined => {
    const always = pinned.get(manifest)
    if (always !== undefined) return always
    const held = recent.get(manifest)
    if (held !== undefined) {
      recent.delete(manifest)
      recent.set(manifest, held)
    }
    return held
  }

  const reportDamage = (release: PublishedRelease, error: ArtifactBroken): void => {
    breakages += 1
    damaged.set(release.manifest, [release, error])
  }

  const loadRebuilt = Effect.fnUntraced(function* (release: PublishedRelease, error: ArtifactBroken) {
    const folder = (yield* Path.Path).join(releases, folderOf(release))
    const read = rebuild ? readRebuiltFiles(`${folder}/`, release) : undefined
    if (read === undefined) return yield* error
    reportDamage(release, error)
    return yield* loadBodies(releases, release, read)
  })

  const loadNow = (release: PublishedRelease, read: ReadRegularFiles) =>
    loadBodies(releases, release, read).pipe(
      Effect.catchTag("ArtifactBroken", (error) => loadRebuilt(release, error)),
      Effect.provideContext(files),
      permits.withPermits(1),
      Effect.tap((bodies) =>
        Effect.sync(() => {
          counted.loads += 1
          broken.delete(release.manifest)
          if (!digests.has(release.manifest)) noteDigests(release, digestsOf(bodies))
          if (!pinning.has(release.manifest)) keep(release.manifest, bodies)
        })
      ),
      Effect.tapError((error) =>
        Effect.sync(() => {
          counted.failedLoads += 1
          breakages += 1
          broken.set(release.manifest, [release, error])
        })
      ),
      Effect.ensuring(Effect.sync(() => loading.delete(release.manifest)))
    )

  const loadWith = (release: PublishedRelease, read: ReadRegularFiles) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const held = peek(release)
        if (held !== undefined) return Effect.succeed(held)
        const shared = loading.get(release.manifest)
        if (shared !== undefined) return restore(Deferred.await(shared))
        const own = Deferred.makeUnsafe<ReleaseBodies, ArtifactBroken | PlatformError>()
        loading.set(release.manifest, own)
        return Effect.andThen(
          Effect.forkIn(Effect.interruptible(Deferred.into(loadNow(release, read), own)), scope),
          restore(Deferred.await(own))
        )
      })
    )

  const load = (release: PublishedRelease) => loadWith(release, readFilesInBackground)

  const pin = Effect.fnUntraced(function* (releases: ReadonlyArray<PublishedRelease>, read: ReadRegularFiles) {
    pinning = new Set(releases.map(({ manifest }) => manifest))
    const loaded = yield* Effect.forEach(
      releases,
      (release) => Effect.map(loadWith(release, read), (held) => [release.manifest, held] as const),
      { concurrency: "unbounded" }
    )
    const before = pinned
    pinned = new Map(loaded)
    for (const key of pinned.keys()) drop(key)
    for (const [key, held] of before) if (!pinned.has(key)) keep(key, held)
  })

  const loadBroken = Effect.gen(function* () {
    yield* Effect.forEach([...broken.values()], ([release]) => Effect.exit(load(release)), { discard: true })
    for (const [key, [release]] of damaged) {
      const checked = yield* Effect.exit(
        Effect.provideContext(checkRelease(releases, release, readFilesInBackground), files)
      )
      if (Exit.isSuccess(checked)) damaged.delete(key)
    }
    if (!isSound()) return yield* Effect.fail(describeBroken(broken, damaged))
  })
  const isSound = () => broken.size + damaged.size === 0
  yield* follow({
    name: "loadBrokenReleases",
    interval: retryInterval,
    // What breaks after a retry that succeeded must be retried as well, even if nothing was polled in between.
    revision: Effect.sync(() => (isSound() ? "sound" : `broken ${breakages}`)),
    applied: { revision: "sound" },
    read: loadBroken,
    apply: () => Effect.void,
    isPermanent: () => false,
    onFailure: Effect.logError,
    onRecovery: Effect.logInfo("All releases can be served from their files again")
  })

  return {
    peek,
    load,
    digestOf: ({ manifest }, path) => digests.get(manifest)?.get(path),
    extend,
    noteDigests,
    pin,
    reportDamage,
    broken: () => new Map([...damaged.values(), ...broken.values()]),
    counts: () => ({
      ...counted,
      releasesHeld: pinned.size + recent.size,
      bytesHeld: recentBytes + pinned.values().reduce((sum, bodies) => sum + sizeOf(bodies), 0)
    })
  } satisfies BodyCache
})

const describeBroken = (
  broken: ReadonlyMap<string, readonly [PublishedRelease, Error]>,
  damaged: ReadonlyMap<string, readonly [PublishedRelease, Error]>
) => ({
  message: [
    ...[...broken.values()].map(([{ version }, { message }]) => `Release ${version} cannot be served: ${message}`),
    ...[...damaged]
      .filter(([key]) => !broken.has(key))
      .map(([, [{ version }, { message }]]) => `Release ${version} is damaged and served from the ledger: ${message}`)
  ].join(" ")
})

const digestsOf = ({ bodies }: ReleaseBodies): ReadonlyMap<string, string> =>
  new Map([...bodies].map(([path, { sha256 }]) => [path, sha256]))

const loadConcurrency = 2
