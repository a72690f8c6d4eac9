import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { systemError, type PlatformError } from "effect/PlatformError"
import { endpointRoutes } from "../../api/EndpointRoutes.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { follow } from "../../platform/Follow.ts"
import { lazy } from "../../platform/Lazy.ts"
import { readFilesInBackground, type ReadRegularFiles } from "../../platform/RegularFiles.ts"
import {
  checkRelease,
  isManifestAlone,
  readArtifacts,
  readManifest,
  type ArtifactBroken
} from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { renderRelease } from "../../release/artifacts/ReleaseRenderer.ts"
import type { BodyCache } from "./BodyCache.ts"
import { compressBody, type StoredBody } from "./StoredBody.ts"

/** Why a release cannot be served. */
export type Unservable = ArtifactBroken | PlatformError

/** The bodies of releases, as requests read them. */
export type BodySource = Pick<ReleaseSource, "peek" | "load" | "digestOf">

export type ReleaseSource = Effect.Success<ReturnType<typeof makeReleaseSource>>

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
  const counted = { loads: 0, failedLoads: 0, rebuilds: 0 }

  // Those of releases that are gone stay: published bytes never change.
  const digests = new Map<string, () => ReadonlyMap<string, string>>()
  const noteDigests = ({ manifest }: PublishedRelease, files: () => ReadonlyMap<string, string>): void => {
    digests.set(
      manifest,
      lazy(() => new Map([...files()].filter(([path]) => isServedArtifact(path))))
    )
  }

  const report = (release: PublishedRelease, error: Unservable, isRebuilt: boolean): void => {
    breakages += 1
    broken.set(release.manifest, { release, error, isRebuilt })
  }

  const loadRebuilt = Effect.fnUntraced(function* (release: PublishedRelease, error: Unservable) {
    const folder = (yield* Path.Path).join(releases, folderOf(release))
    const isAlone = yield* isManifestAlone(releases, release)
    const read = rebuild || isAlone ? readRebuiltFiles(`${folder}/`, release) : undefined
    if (read === undefined) return yield* error
    if (!isAlone) {
      counted.rebuilds += 1
      report(release, error, true)
    }
    return yield* loadBodies(releases, release, read)
  })

  const loadWith = (release: PublishedRelease, read: ReadRegularFiles) =>
    shelf.load(
      release.manifest,
      loadBodies(releases, release, read).pipe(
        Effect.catch((error) => loadRebuilt(release, error)),
        Effect.provideContext(files),
        Effect.tap(({ bodies }) =>
          Effect.sync(() => {
            counted.loads += 1
            if (broken.get(release.manifest)?.isRebuilt === false) broken.delete(release.manifest)
            const digestOf = ([path, { sha256 }]: readonly [string, StoredBody]) => [path, sha256] as const
            if (!digests.has(release.manifest)) noteDigests(release, () => new Map([...bodies].map(digestOf)))
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
    /** The bodies if they are in memory. */
    peek: ({ manifest }: PublishedRelease) => shelf.peek(manifest),
    /** Loads and checks the bodies unless they are in memory. */
    load,
    /** The SHA-256 of an artifact by its path, if its release was checked or loaded: its body need not be in memory. */
    digestOf: ({ manifest }: PublishedRelease, path: string) => digests.get(manifest)?.().get(path),
    /** Notes the digests of the files of a release that was checked. */
    noteDigests,
    /** Loads the given releases and keeps exactly these whatever the budget. */
    pin,
    /** Notes that files of a release are not what was published, until they are. */
    reportDamage: (release: PublishedRelease, error: ArtifactBroken) => report(release, error, true),
    /** The releases whose last load failed, and those whose files are damaged. */
    broken: () => new Map(Array.from(broken.values(), ({ error, release }) => [release, error])),
    counts: () => ({ ...counted, releasesHeld: shelf.size() })
  }
})

interface Breakage {
  readonly release: PublishedRelease
  readonly error: Unservable
  /** True if it is served from the ledger. */
  readonly isRebuilt: boolean
}

/** The bodies of a release. They are the same at every load, so two loads of one release are interchangeable. */
export type ReleaseBodies = Effect.Success<ReturnType<typeof loadBodies>>

/** The artifacts that endpoints answer with, as what their paths begin and end with. */
const servedArtifacts = endpointRoutes().flatMap(({ answers }) =>
  answers.of === "artifact" ? [answers.path.split(/\{\w+\}/)] : []
)

/** True if an artifact is the body of an endpoint: these are read of a release's folder, held in memory and served. */
export const isServedArtifact = (path: string): boolean =>
  servedArtifacts.some(([prefix = "", suffix]) =>
    suffix === undefined ? path === prefix : path.startsWith(prefix) && path.endsWith(suffix)
  )

/** Reads the served artifacts of a release, checks them and compresses them. Fails with `ArtifactBroken`. */
export const loadBodies = Effect.fn("loadBodies")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const manifest = yield* readManifest(releases, release, read)
  const artifacts = yield* readArtifacts(releases, release, read, isServedArtifact)
  const stored = yield* Effect.forEach(
    artifacts,
    ([path, artifact]) => Effect.map(compressBody(artifact), (body): readonly [string, StoredBody] => [path, body]),
    { concurrency: compressionConcurrency }
  )
  const byteLength = stored.reduce((sum, [, body]) => sum + body.byteLength, manifest.length)
  // The served artifacts by path; the text of `manifest.json`, which proofs contain; and roughly the memory of both.
  return { bodies: new Map(stored), manifest, byteLength }
})

/**
 * Reads the files below the folder of a release as the ledger renders them, in memory. Returns `undefined` if they are not
 * those that were published: a newer version may have rendered them.
 */
export const readRebuiltFiles = (folder: string, release: PublishedRelease): ReadRegularFiles | undefined => {
  const rendered = renderRelease(release)
  if (rendered?.digest !== release.manifest) return undefined
  return (wanted) =>
    Effect.forEach(wanted, ({ onChunk, path }) => {
      const bytes = rendered.files.get(path.slice(folder.length))
      if (bytes === undefined) {
        return Effect.fail(
          systemError({ _tag: "NotFound", module: "ReleaseBodies", method: "read", pathOrDescriptor: path })
        )
      }
      onChunk(bytes)
      return Effect.succeed(bytes.length)
    })
}

/** The number of threads that Node has for it. */
const compressionConcurrency = 4
