import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { syncFolder } from "../platform/AtomicFile.ts"
import { maxManifestBytes } from "../release/artifacts/ArtifactCheck.ts"
import { decodeManifest, folderOf, manifestFile } from "../release/artifacts/Manifest.ts"
import { findForeignPath } from "./ArtifactPath.ts"
import type { Session } from "./http/Session.ts"
import { addressOf } from "./Origin.ts"
import { OriginArtifactBroken } from "./OriginErrors.ts"
import { isStaged, stageFile, type ExpectedFile } from "./StageFile.ts"

/**
 * Fetches a release into a folder of its own, complete, verified and durable: the ledger vouches for the manifest, and the
 * manifest for every other file. Fails with `OriginArtifactBroken`.
 */
export const stageRelease = Effect.fn("stageRelease")(function* (
  session: Session,
  staging: string,
  release: PublishedRelease,
  advance: () => void
) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const name = folderOf(release)
  const folder = paths.join(staging, name)
  const toExpected = (path: string, sha256: string, bytes: number | undefined): ExpectedFile => ({
    address: `${name}/${path}`,
    target: paths.join(folder, path),
    sha256,
    bytes,
    maxBytes: bytes ?? maxManifestBytes
  })
  const manifest = toExpected(manifestFile, release.manifest.slice("sha256:".length), undefined)
  // An earlier run may have staged another release under this name. An origin that offers ever new ones must not fill the
  // disk.
  if (!(yield* isStaged(manifest))) {
    for (const path of [folder, session.parts]) yield* fs.remove(path, { recursive: true, force: true })
  }
  yield* fs.makeDirectory(folder, { recursive: true })
  yield* stageFile(session, manifest)
  const files = yield* readManifest(session, manifest)
  const folders = new Set([...files.keys()].map((path) => paths.join(folder, paths.dirname(path))))
  for (const inner of folders) yield* fs.makeDirectory(inner, { recursive: true })
  yield* Effect.forEach(
    files,
    ([path, { bytes, sha256 }]) =>
      Effect.tap(stageFile(session, toExpected(path, sha256, bytes)), () => Effect.sync(advance)),
    { concurrency: maxConnections, discard: true }
  )
  yield* Effect.forEach(new Set([...folders, folder, staging]), syncFolder, { discard: true })
})

/** The files that a verified manifest lists. */
const readManifest = Effect.fnUntraced(function* ({ origin }: Session, { address, target }: ExpectedFile) {
  const fs = yield* FileSystem.FileSystem
  const broken = (reason: string) =>
    new OriginArtifactBroken({ address: addressOf(origin, address), reason, isMissing: false })
  const manifest = decodeManifest(yield* fs.readFileString(target))
  if (Result.isFailure(manifest))
    return yield* broken("this version of the program cannot read it. Update this program.")
  const files = new Map(Object.entries(manifest.success.files))
  const foreign = findForeignPath(files)
  if (foreign !== undefined) return yield* broken(`it names the file ${foreign}, which cannot be part of a release.`)
  for (const [path, { sha256 }] of files) {
    // It becomes part of the name of a file.
    if (!digest.test(sha256)) return yield* broken(`it has no SHA-256 for the file ${path}.`)
  }
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > maxReleaseBytes) return yield* broken(`its files have ${bytes} bytes, more than a release can have.`)
  return files
})

const digest = /^[0-9a-f]{64}$/

/** A thousand times as much as the first release has. */
const maxReleaseBytes = 536_870_912

/** What one server gives to one client without effort. */
const maxConnections = 6
