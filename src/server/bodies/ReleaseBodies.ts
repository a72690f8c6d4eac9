import * as Effect from "effect/Effect"
import { systemError } from "effect/PlatformError"
import { endpointRoutes } from "../../api/EndpointRoutes.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ReadRegularFiles } from "../../platform/RegularFiles.ts"
import { readArtifacts, readManifest } from "../../release/artifacts/ArtifactCheck.ts"
import { makeReleaseRenderer } from "../../release/artifacts/ReleaseRenderer.ts"
import { compressBody, type StoredBody } from "./StoredBody.ts"

/** The bodies of a release. They are the same at every load, so two loads of one release are interchangeable. */
export interface ReleaseBodies {
  /** The served artifacts by path. */
  readonly bodies: ReadonlyMap<string, StoredBody>
  /** The text of `manifest.json`, which proofs contain. */
  readonly manifest: string
  /** Roughly the memory that they use. */
  readonly byteLength: number
}

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
  return { bodies: new Map(stored), manifest, byteLength } satisfies ReleaseBodies
})

/**
 * Reads the files below the folder of a release as the ledger renders them, in memory. Returns `undefined` if they are not
 * those that were published: a newer version may have rendered them.
 */
export const readRebuiltFiles = (folder: string, release: PublishedRelease): ReadRegularFiles | undefined => {
  const rendered = makeReleaseRenderer()(release)
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
