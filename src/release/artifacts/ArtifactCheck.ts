import { createHash, type Hash } from "node:crypto"
import { basename, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import type { FileRead, ReadRegularFiles } from "../../platform/RegularFiles.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { entryTypeAt, listFolder, unexpectedPaths } from "../ReleaseFolder.ts"
import { decodeManifest, folderOf, manifestFile } from "./Manifest.ts"

/** A published file differs from what the ledger records, so it must not be served. */
export class ArtifactBroken extends Schema.TaggedError<ArtifactBroken>()("ArtifactBroken", {
  /** With the folder of the release, relative to the folder of the releases. */
  file: Schema.String,
  reason: Schema.String,
  /** True if the file may still arrive, as while releases are being copied. */
  missing: Schema.Boolean
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.file} is not what was published: ${this.reason}. Restore it from git or a backup, or delete it and run taxonomy rebuild.`
  }
}

/** The bytes of an artifact and their lower-case hexadecimal SHA-256. */
export interface ArtifactBytes {
  readonly bytes: Uint8Array
  readonly sha256: string
}

/**
 * Checks that the folder of a release contains exactly the files that the ledger vouches for, without keeping their
 * bytes in memory. Returns their digests by path. Fails with `ArtifactBroken` at the first file that differs, is missing or is unexpected.
 */
export const checkRelease = Effect.fn("checkRelease")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const folder = releaseFolder(releases, release, read)
  const kind = yield* entryTypeAt(folder.path)
  if (kind === undefined) return yield* folder.missing(manifestFile)
  if (kind !== "Directory") return yield* folder.altered("", "it is not a folder")
  const found = yield* listFolder(folder.path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.fail(folder.missing(manifestFile)))
  )
  for (const [path, type] of found) if (type === "other") return yield* folder.altered(path, notRegular)

  const listed = yield* listedFiles(folder, release)
  for (const path of listed.keys()) {
    if (!found.has(path)) return yield* folder.missing(path)
    if (found.get(path) === "folder") return yield* folder.altered(path, notRegular)
  }
  yield* readChecked(folder, listed)
  const [unexpected] = unexpectedPaths(found, new Map([...listed, [manifestFile, undefined]]))
  if (unexpected === undefined) return new Map([...listed].map(([file, { sha256 }]) => [file, sha256] as const))
  // rsync gives a file a hidden name while it copies it.
  const isCopying = basename(unexpected).startsWith(".")
  return yield* (isCopying ? folder.missing : folder.altered)(unexpected, "it is not part of the release")
})

/**
 * Checks the manifest of a release alone. Returns a function that decodes the digests that it gives by path: of a long
 * history, few are asked for. Fails with `ArtifactBroken`.
 */
export const checkManifest = Effect.fn("checkManifest")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const bytes = yield* manifestBytes(releaseFolder(releases, release, read), release)
  return (): ReadonlyMap<string, string> => {
    const files = Result.match(decodeManifest(new TextDecoder().decode(bytes)), {
      onSuccess: ({ files }) => Object.entries(files),
      onFailure: () => []
    })
    return new Map(files.map(([file, { sha256 }]) => [file, sha256] as const))
  }
})

/** Where a mirror keeps what is not complete yet. A folder of releases that has it is a mirror. */
export const mirrorFolder = ".mirror"

/** True if the folder of a release has its manifest alone: a mirror copied no more, and the ledger gives the rest. */
export const isManifestAlone = (releases: string, release: PublishedRelease) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(join(releases, folderOf(release)))).pipe(
    Effect.map(([name, ...others]) => name === manifestFile && others.length === 0),
    Effect.orElseSucceed(() => false)
  )

/** The bytes of the selected artifacts by path, each checked against the ledger. Fails with `ArtifactBroken`. */
export const readArtifacts = Effect.fn("readArtifacts")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles,
  isSelected: (path: string) => boolean
) {
  const folder = releaseFolder(releases, release, read)
  const listed = yield* listedFiles(folder, release)
  const selected = new Map([...listed].filter(([path]) => isSelected(path)))
  // Copied, since the bytes are kept: a piece may be a view of a buffer that is many times as large.
  const chunks = new Map([...selected.keys()].map((path): [string, Array<Uint8Array>] => [path, []]))
  yield* readChecked(folder, selected, (path, piece) => chunks.get(path)?.push(new Uint8Array(piece)))
  return new Map(
    [...selected].map(([path, expected]): [string, ArtifactBytes] => [
      path,
      { bytes: concat(chunks.get(path) ?? []), sha256: expected.sha256 }
    ])
  )
})

/** The text of a release's `manifest.json`, checked against the ledger. Fails with `ArtifactBroken`. */
export const readManifest = Effect.fn("readManifest")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const bytes = yield* manifestBytes(releaseFolder(releases, release, read), release)
  return new TextDecoder().decode(bytes)
})

/** The folder of a release: reads its files, and makes the errors of those that differ. */
interface ReleaseFolder {
  readonly path: string
  readonly altered: (file: string, reason: string) => ArtifactBroken
  readonly missing: (file: string, reason?: string) => ArtifactBroken
  readonly read: (
    files: ReadonlyArray<FileRead>
  ) => Effect.Effect<ReadonlyArray<number>, ArtifactBroken | PlatformError>
}

const releaseFolder = (releases: string, release: PublishedRelease, read: ReadRegularFiles): ReleaseFolder => {
  const name = folderOf(release)
  const path = join(releases, name)
  const at = (file: string) => (file === "" ? name : `${name}/${file}`)
  const altered = (file: string, reason: string) => new ArtifactBroken({ file: at(file), reason, missing: false })
  const missing = (file: string, reason = "it is missing") =>
    new ArtifactBroken({ file: at(file), reason, missing: true })
  return {
    path,
    altered,
    missing,
    read: (files) =>
      read(files.map(({ path: file, ...reading }) => ({ ...reading, path: `${path}/${file}` }))).pipe(
        Effect.catchReasons("PlatformError", {
          NotFound: ({ pathOrDescriptor }) => Effect.fail(missing(String(pathOrDescriptor).slice(path.length + 1))),
          BadResource: ({ pathOrDescriptor }) =>
            Effect.fail(altered(String(pathOrDescriptor).slice(path.length + 1), notRegular))
        })
      )
  }
}

const notRegular = "it is not a regular file"

interface Expected {
  readonly bytes: number
  readonly sha256: string
}

/** The files that the manifest lists. */
const listedFiles = Effect.fnUntraced(function* (folder: ReleaseFolder, release: PublishedRelease) {
  const bytes = yield* manifestBytes(folder, release)
  const manifest = decodeManifest(new TextDecoder().decode(bytes))
  if (Result.isSuccess(manifest)) return new Map<string, Expected>(Object.entries(manifest.success.files))
  return yield* folder.altered(manifestFile, "this version cannot read it")
})

/** The bytes of the manifest, after they were checked against the digest in the ledger. */
const manifestBytes = Effect.fnUntraced(function* (folder: ReleaseFolder, release: PublishedRelease) {
  const chunks: Array<Uint8Array> = []
  const onChunk = (chunk: Uint8Array) => chunks.push(Buffer.from(chunk))
  yield* folder.read([{ path: manifestFile, maxBytes: maxManifestBytes, onChunk }])
  const bytes = concat(chunks)
  if (bytes.length === 0) return yield* folder.missing(manifestFile, "it is empty")
  if (`sha256:${sha256(bytes)}` === release.manifest) return bytes
  return yield* folder.altered(manifestFile, "its digest is not the one in the ledger")
})

/** Enough for some 500,000 files. */
export const maxManifestBytes = 67_108_864

const readChecked = Effect.fnUntraced(function* (
  folder: ReleaseFolder,
  expected: ReadonlyMap<string, Expected>,
  onChunk: (path: string, chunk: Uint8Array) => void = () => undefined
) {
  const files = [...expected].map(([path, { bytes, sha256 }]) => ({
    path,
    bytes,
    sha256,
    digest: makeDigest(bytes)
  }))
  const lengths = yield* folder.read(
    files.map(({ bytes, digest, path }) => ({
      path,
      maxBytes: bytes,
      onChunk: (chunk) => {
        digest.add(chunk)
        onChunk(path, chunk)
      }
    }))
  )
  for (const [index, { bytes, digest, path, sha256 }] of files.entries()) {
    const length = lengths[index] ?? 0
    if (length < bytes) return yield* folder.missing(path, `it has ${length} of its ${bytes} bytes`)
    if (length > bytes) return yield* folder.altered(path, `it has more than ${bytes} bytes`)
    if (digest.hex() !== sha256) return yield* folder.altered(path, "its digest is not the one in the manifest")
  }
})

/** Digests bytes that come in chunks. Most files are one piece, which takes a shorter way. */
const makeDigest = (size: number) => {
  let whole: string | undefined
  let parts: Hash | undefined
  return {
    add: (piece: Uint8Array) => {
      if (piece.length === size) whole = sha256(piece)
      else (parts ??= createHash("sha256")).update(piece)
    },
    hex: () => whole ?? parts?.digest("hex") ?? sha256("")
  }
}

const concat = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}
