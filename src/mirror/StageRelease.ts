import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import { syncFolder } from "../platform/AtomicFile.ts"
import { readFilesInBackground } from "../platform/RegularFiles.ts"
import { isManifestAlone, maxManifestBytes } from "../release/artifacts/ArtifactCheck.ts"
import { decodeManifest, folderOf, manifestFile } from "../release/artifacts/Manifest.ts"
import { download } from "./Download.ts"
import type { Session } from "./Exchange.ts"
import { addressOf } from "./Origin.ts"
import { OriginArtifactBroken } from "./OriginErrors.ts"

/**
 * Fetches a release into a folder of its own, complete, verified and durable: the ledger vouches for the manifest, and the
 * manifest for every other file. Without its files, it gets the manifest alone. Fails with `OriginArtifactBroken`.
 */
export const stageRelease = Effect.fn("stageRelease")(function* (
  session: Session,
  staging: string,
  { hasFiles, release }: StagedRelease,
  advance: () => void
) {
  const fs = yield* FileSystem.FileSystem
  const name = folderOf(release)
  const folder = join(staging, name)
  const toExpected = (path: string, sha256: string, bytes: number | undefined): ExpectedFile => ({
    address: `${name}/${path}`,
    target: join(folder, path),
    sha256,
    bytes,
    maxBytes: bytes ?? maxManifestBytes
  })
  const manifest = toExpected(manifestFile, release.manifest.slice("sha256:".length), undefined)
  // An earlier run may have staged another release under this name, or files that are not kept any more. An origin that
  // offers ever new ones must not fill the disk.
  if (!(yield* isStaged(manifest)) || (!hasFiles && !(yield* isManifestAlone(staging, release)))) {
    for (const path of [folder, session.parts]) yield* fs.remove(path, { recursive: true, force: true })
  }
  yield* fs.makeDirectory(folder, { recursive: true })
  yield* stageFile(session, manifest)
  const files = hasFiles ? yield* readManifest(session, manifest) : new Map<string, never>()
  const folders = new Set([...files.keys()].map((path) => join(folder, dirname(path))))
  for (const inner of folders) yield* fs.makeDirectory(inner, { recursive: true })
  yield* Effect.forEach(
    files,
    ([path, { bytes, sha256 }]) =>
      Effect.tap(stageFile(session, toExpected(path, sha256, bytes)), () => Effect.sync(advance)),
    { concurrency: maxConnections, discard: true }
  )
  yield* Effect.forEach(new Set([...folders, folder, staging]), syncFolder, { discard: true })
})

/** A release to stage. */
export interface StagedRelease {
  readonly release: PublishedRelease
  /** False for the manifest alone. */
  readonly hasFiles: boolean
}

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

/** A file that a ledger or a manifest vouches for. */
interface ExpectedFile {
  /** Its path below the origin. */
  readonly address: string
  /** Where to put it. */
  readonly target: string
  /** In lower-case hexadecimal. */
  readonly sha256: string
  /** Its size, if that is known. */
  readonly bytes: number | undefined
  readonly maxBytes: number
}

/**
 * Fetches a file unless an earlier run did, verifies its bytes, and puts it in place when they are on disk. Fails with
 * `OriginArtifactBroken` for other bytes, and for a file that the origin does not have.
 */
const stageFile = Effect.fnUntraced(function* (session: Session, expected: ExpectedFile) {
  const fs = yield* FileSystem.FileSystem
  const { address, maxBytes, sha256, target } = expected
  if (yield* isStaged(expected)) return
  const shown = addressOf(session.origin, address)
  const broken = (reason: string, isMissing = false) => new OriginArtifactBroken({ address: shown, reason, isMissing })
  const receive = Effect.gen(function* () {
    const file = yield* download(session, { path: address, key: sha256, maxBytes })
    if (file._tag !== "Received") return yield* broken(`the server answers ${file.status}`, true)
    const difference = yield* findDifference(file.path, expected)
    return difference === undefined ? file.path : yield* broken(difference)
  })
  const path = yield* receive.pipe(
    Effect.mapError((error) => {
      if (error._tag !== "OriginRefused") return error
      if (error.refusal._tag === "TooLarge") return broken(`it has more than ${maxBytes} bytes`)
      // Many hosts send the page of an application in the place of a missing file.
      return error.refusal._tag === "WebPage" ? broken("the server answers with a web page", true) : error
    })
  )
  yield* Effect.scoped(Effect.flatMap(fs.open(path, { flag: "r+" }), (file) => file.sync))
  yield* fs.rename(path, target)
})

/** True if an earlier run put a file in place. */
const isStaged = (expected: ExpectedFile) =>
  findDifference(expected.target, expected).pipe(
    Effect.map((difference) => difference === undefined),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false))
  )

/** Says how a file differs from what is expected; `undefined` if it does not. */
const findDifference = Effect.fnUntraced(function* (path: string, { bytes, maxBytes, sha256 }: ExpectedFile) {
  const hash = createHash("sha256")
  const [length = 0] = yield* readFilesInBackground([{ path, maxBytes, onChunk: (chunk) => void hash.update(chunk) }])
  if (bytes !== undefined && length < bytes) return `it has ${length} of its ${bytes} bytes`
  if (length > maxBytes) return `it has more than ${maxBytes} bytes`
  return hash.digest("hex") === sha256 ? undefined : "its digest is another one"
})

/**
 * True if a path from a manifest names a file inside the folder of its release. The characters are those of published
 * paths: none of them has a meaning in a URL, and a name that begins with a dot is a temporary file or leads elsewhere.
 */
export const isArtifactPath = (path: string): boolean => {
  const names = path.split("/")
  return path !== manifestFile && names.length <= maxDepth && names.every((name) => form.test(name))
}

/** The first path of a manifest that no release can have, or which is below a file of the same manifest. */
const findForeignPath = (files: ReadonlyMap<string, unknown>): string | undefined =>
  [...files.keys()].find(
    (path) => !isArtifactPath(path) || foldersOf(path).some((folder) => folder === manifestFile || files.has(folder))
  )

const foldersOf = (path: string): ReadonlyArray<string> => {
  const names = path.split("/")
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"))
}

const form = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

const maxDepth = 8
