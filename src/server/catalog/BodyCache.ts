import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { readingBesideRequests, type ReadPlainFiles } from "../../platform/RegularFiles.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactBroken.ts"
import { loadBodies, type ReleaseBodies } from "./ReleaseBodies.ts"

/** The bodies of releases: some in memory, the others read when they are asked for. */
export interface BodySource {
  /** What is in memory already, without waiting. */
  readonly peek: (release: PublishedRelease) => ReleaseBodies | undefined
  /**
   * Reads and checks what is not in memory. Concurrent calls share one load, which goes on when a caller goes away; a
   * failure is not remembered.
   */
  readonly load: (release: PublishedRelease) => Effect.Effect<ReleaseBodies, ArtifactBroken | PlatformError>
}

export interface BodyCache extends BodySource {
  /**
   * Loads those and holds exactly them for good. Others are held within the budget, and go when they were not asked for
   * longest; the last of them stays however large it is, or it would be read anew for each request.
   */
  readonly pin: (
    releases: ReadonlyArray<PublishedRelease>,
    read: ReadPlainFiles
  ) => Effect.Effect<void, ArtifactBroken | PlatformError>
  /** Why releases could not be loaded when that was last tried. */
  readonly broken: () => ReadonlyMap<PublishedRelease, ArtifactBroken | PlatformError>
  /** Tries again what could not be loaded, so that a file that was restored is noticed. Logs what it finds, once. */
  readonly retry: Effect.Effect<void>
  readonly counts: () => BodyCounts
}

export interface BodyCounts {
  readonly loads: number
  readonly failedLoads: number
  readonly evictions: number
  readonly releasesHeld: number
  readonly bytesHeld: number
}

/** `budget` is in bytes, for what is not pinned. Loads under way end with the scope. */
export const makeBodyCache = Effect.fnUntraced(function* (releases: string, budget: number) {
  const scope = yield* Effect.scope
  const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const permits = yield* Semaphore.make(loadsAtOnce)

  // By the manifest's digest, which outlives the catalog that a release was found in.
  let pinned: ReadonlyMap<string, ReleaseBodies> = new Map()
  /** What is being loaded in order to be pinned, and so has no part in the budget. */
  let toPin: ReadonlySet<string> = new Set()
  /** The one that was asked for last is the last. */
  const recent = new Map<string, ReleaseBodies>()
  let recentBytes = 0
  const loading = new Map<string, Deferred.Deferred<ReleaseBodies, ArtifactBroken | PlatformError>>()
  const broken = new Map<string, readonly [PublishedRelease, ArtifactBroken | PlatformError]>()
  const counted = { loads: 0, failedLoads: 0, evictions: 0 }

  const drop = (key: string): void => {
    recentBytes -= recent.get(key)?.byteLength ?? 0
    recent.delete(key)
  }

  const keep = (key: string, bodies: ReleaseBodies): void => {
    drop(key)
    recent.set(key, bodies)
    recentBytes += bodies.byteLength
    for (const oldest of recent.keys()) {
      if (recentBytes <= budget || recent.size === 1) break
      drop(oldest)
      counted.evictions += 1
    }
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

  const loadOnce = (release: PublishedRelease, read: ReadPlainFiles) =>
    loadBodies(releases, release, read).pipe(
      Effect.provideContext(files),
      permits.withPermits(1),
      Effect.tap((bodies) =>
        Effect.sync(() => {
          counted.loads += 1
          broken.delete(release.manifest)
          if (!toPin.has(release.manifest)) keep(release.manifest, bodies)
        })
      ),
      Effect.tapError((error) =>
        Effect.sync(() => {
          counted.failedLoads += 1
          broken.set(release.manifest, [release, error])
        })
      ),
      Effect.ensuring(Effect.sync(() => loading.delete(release.manifest)))
    )

  const loadWith = (release: PublishedRelease, read: ReadPlainFiles) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const held = peek(release)
        if (held !== undefined) return Effect.succeed(held)
        const shared = loading.get(release.manifest)
        if (shared !== undefined) return restore(Deferred.await(shared))
        const own = Deferred.makeUnsafe<ReleaseBodies, ArtifactBroken | PlatformError>()
        loading.set(release.manifest, own)
        return Effect.andThen(
          Effect.forkIn(Effect.interruptible(Deferred.into(loadOnce(release, read), own)), scope),
          restore(Deferred.await(own))
        )
      })
    )

  const load = (release: PublishedRelease) => loadWith(release, readingBesideRequests)

  const pin = Effect.fnUntraced(function* (releases: ReadonlyArray<PublishedRelease>, read: ReadPlainFiles) {
    toPin = new Set(releases.map(({ manifest }) => manifest))
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

  const reported = new Map<string, string>()

  const retry = Effect.suspend(() =>
    Effect.forEach(
      [...broken],
      ([key, [release, { message }]]) =>
        Effect.gen(function* () {
          if (reported.get(key) !== message) {
            reported.set(key, message)
            yield* Effect.logError(`Release ${release.version} cannot be served: ${message}`)
          }
          const again = yield* Effect.result(load(release))
          if (Result.isFailure(again)) return
          reported.delete(key)
          yield* Effect.logInfo(`Release ${release.version} can be served again`)
        }),
      { discard: true }
    )
  )

  return {
    peek,
    load,
    pin,
    broken: () => new Map(broken.values()),
    retry,
    counts: () => ({
      ...counted,
      releasesHeld: pinned.size + recent.size,
      bytesHeld: recentBytes + pinned.values().reduce((sum, { byteLength }) => sum + byteLength, 0)
    })
  } satisfies BodyCache
})

const loadsAtOnce = 2
