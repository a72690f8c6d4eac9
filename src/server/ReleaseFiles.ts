import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { PublishedRelease } from "../domain/History.ts"
import { sha256 } from "../files/Sha256.ts"
import { decodeManifest } from "../release/Manifest.ts"
import { listFolder } from "../release/ReleaseFolder.ts"
import { folderOf, manifestFile } from "../release/Renderers.ts"
import type { ArtifactBytes } from "./Catalog.ts"
import { ArtifactBroken } from "./CatalogErrors.ts"

/**
 * Checks every file of a release against the digests that the ledger vouches for, and keeps the bytes of those that
 * `keep` names. Fails with `ArtifactBroken` at the first one that differs, is missing, or does not belong there.
 */
export const readRelease = Effect.fnUntraced(function* (
  releases: string,
  release: PublishedRelease,
  keep: (artifact: string) => boolean
) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = folderOf(release)
  const broken = (path: string, reason: string) => new ArtifactBroken({ file: `${folder}/${path}`, reason })

  const read = (path: string) =>
    fs
      .readFile(paths.join(releases, folder, path))
      .pipe(Effect.catchReason("PlatformError", "NotFound", () => Effect.fail(broken(path, "it is missing"))))

  const manifestBytes = yield* read(manifestFile)
  if (`sha256:${sha256(manifestBytes)}` !== release.manifest) {
    return yield* broken(manifestFile, "its digest is not the one in the ledger")
  }
  const manifest = decodeManifest(new TextDecoder().decode(manifestBytes))
  if (Result.isFailure(manifest)) return yield* broken(manifestFile, "it is no manifest that this version can read")

  const listed = new Map(Object.entries(manifest.success.files))
  for (const [path, type] of yield* listFolder(paths.join(releases, folder))) {
    if (path !== manifestFile && !listed.has(path)) return yield* broken(path, "it is not part of the release")
    if (type !== "file") return yield* broken(path, "it is not a plain file")
  }

  const kept = new Map<string, ArtifactBytes>()
  yield* Effect.forEach(
    listed,
    ([path, expected]) =>
      Effect.gen(function* () {
        const bytes = yield* read(path)
        if (bytes.length !== expected.bytes) {
          return yield* broken(path, `it has ${bytes.length} bytes and not ${expected.bytes}`)
        }
        if (sha256(bytes) !== expected.sha256) return yield* broken(path, "its digest is not the one in the manifest")
        if (keep(path)) kept.set(path, { bytes, sha256: expected.sha256 })
      }),
    { concurrency: filesAtOnce, discard: true }
  )
  return kept
})

const filesAtOnce = 16
