import * as Effect from "effect/Effect"
import { systemError } from "effect/PlatformError"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ReadRegularFiles } from "../../platform/RegularFiles.ts"
import { ArtifactBroken, readArtifacts, readManifest } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Manifest.ts"
import { makeReleaseRenderer } from "../../release/artifacts/ReleaseRenderer.ts"
import { indexLicenseEntries, type LicenseEntries } from "../representation/LicenseEntries.ts"
import { isServedArtifact } from "../representation/Resources.ts"
import { compressBody, type StoredBody } from "./StoredBody.ts"

/** The bodies of a release. They are the same at every load, so two loads of one release are interchangeable. */
export interface ReleaseBodies {
  /** The served artifacts by path. */
  readonly bodies: ReadonlyMap<string, StoredBody>
  /** The text of `manifest.json`, which proofs contain. */
  readonly manifest: string
  /** The bytes of `licenses.json`, from which filtered lists are assembled. */
  readonly licenseEntries: LicenseEntries
  /** Roughly the memory that they use. */
  readonly byteLength: number
}

/** Reads the served artifacts of a release, checks them and compresses them. Fails with `ArtifactBroken`. */
export const loadBodies = Effect.fn("loadBodies")(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const manifest = yield* readManifest(releases, release, read)
  const artifacts = yield* readArtifacts(releases, release, read, isServedArtifact)
  const list = artifacts.get(licenseList)?.bytes
  const licenseEntries = list === undefined ? undefined : yield* indexLicenseEntries(list)
  if (list === undefined || licenseEntries === undefined) {
    const reason = "it is not a list of licenses that this version can read"
    return yield* new ArtifactBroken({ file: `${folderOf(release)}/${licenseList}`, reason, missing: false })
  }
  const stored = yield* Effect.forEach(
    artifacts,
    ([path, artifact]) => Effect.map(compressBody(artifact), (body): readonly [string, StoredBody] => [path, body]),
    { concurrency: compressionConcurrency }
  )
  const bodies = new Map(stored)
  const listBytes = typeof bodies.get(licenseList)?.identity === "string" ? list.length : 0
  const byteLength = stored.reduce(
    (sum, [, body]) => sum + memoryOf(body),
    listBytes + manifest.length + licenseEntries.entries.size * bytesPerView
  )
  return { bodies, manifest, licenseEntries, byteLength } satisfies ReleaseBodies
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

const licenseList = "licenses.json"

/** The number of threads that Node has for it. */
const compressionConcurrency = 4

/** Roughly the memory that a body uses. */
export const memoryOf = ({ br, gzip, identity }: StoredBody): number =>
  bytesPerBody + Buffer.byteLength(identity) + (br?.length ?? 0) + (gzip?.length ?? 0)

/** The memory of the objects around the bytes, including the header blocks of prepared replies. */
const bytesPerBody = 4096
const bytesPerView = 256
