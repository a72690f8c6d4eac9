import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions
} from "node:zlib"
import * as Effect from "effect/Effect"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { ReadPlainFiles } from "../../platform/RegularFiles.ts"
import { readServed, type ArtifactBytes } from "../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../release/artifacts/Renderers.ts"
import { cutLicenses, type LicenseEntries } from "../representation/LicenseEntries.ts"
import { ArtifactBroken } from "./CatalogErrors.ts"

/** A body in every coding that it is sent in. */
export interface StoredBody {
  /** Of the identity form, in lower-case hexadecimal: the strong entity tag. */
  readonly sha256: string
  /** A text where it is small: Node sends that in one piece with the headers. */
  readonly identity: string | Uint8Array
  /** Nothing for bodies that are too small to gain. */
  readonly br: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

/** All that is sent of a release. It is the same at every load, so those of one release can take each other's place. */
export interface ReleaseBodies {
  /** By the artifact's path: those that endpoints serve. */
  readonly bodies: ReadonlyMap<string, StoredBody>
  /** The bytes of `licenses.json`, from which the list of some licenses is joined. */
  readonly licenseEntries: LicenseEntries
  /** About what it takes of memory. */
  readonly byteLength: number
}

/** Reads what is served of a release, checks it, and compresses it. Fails with `ArtifactBroken`. */
export const loadBodies = Effect.fnUntraced(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadPlainFiles
) {
  const artifacts = yield* readServed(releases, release, read)
  const list = artifacts.get(licenseList)?.bytes
  const licenseEntries = list === undefined ? undefined : yield* cutLicenses(list)
  if (list === undefined || licenseEntries === undefined) {
    const reason = "it is no list of licenses that this version can read"
    return yield* new ArtifactBroken({ file: `${folderOf(release)}/${licenseList}`, reason, missing: false })
  }
  const stored = yield* Effect.forEach(
    artifacts,
    ([path, artifact]) => Effect.map(storedBody(artifact), (body): readonly [string, StoredBody] => [path, body]),
    { concurrency: compressedAtOnce }
  )
  const bodies = new Map(stored)
  const listBytes = typeof bodies.get(licenseList)?.identity === "string" ? list.length : 0
  const byteLength = stored.reduce(
    (sum, [, body]) => sum + costOf(body),
    listBytes + licenseEntries.entries.size * perView
  )
  return { bodies, licenseEntries, byteLength } satisfies ReleaseBodies
})

const licenseList = "licenses.json"

/** As many as Node has threads for it. */
const compressedAtOnce = 4

/** Compresses a body, beside the requests where it is large. */
export const storedBody = Effect.fnUntraced(function* ({ bytes, sha256 }: ArtifactBytes) {
  const identity = textOf(bytes) ?? bytes
  if (bytes.length < worthCompressing) return { sha256, identity, br: undefined, gzip: undefined }
  if (bytes.length > largestAtOnce) {
    const br = yield* compressed((done) => brotliCompress(bytes, brotliOptions(bytes.length), done))
    return { sha256, identity, br, gzip: yield* compressed((done) => gzip(bytes, gzipOptions, done)) }
  }
  // Requests are answered in between.
  yield* Effect.yieldNow
  const br = new Uint8Array(brotliCompressSync(bytes, brotliOptions(bytes.length)))
  return { sha256, identity, br, gzip: new Uint8Array(gzipSync(bytes, gzipOptions)) }
})

/** Takes a tenth of a millisecond, of which handing it to another thread would cost the most. */
const largestAtOnce = 8192

const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > largestText) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : undefined
}

const largestText = 32_768

/** By size alone, so that whether a coding exists, and with it the entity tag, never depends on how well it went. */
const worthCompressing = 256

// Measured on release 1.0.0, 336 kB in 28 bodies. Brotli: 4 gives 26.3 % of that in 7 ms, 5 24.6 % in 8, 6 24.3 % in 8,
// 9 24.1 % in 89, and 11 20.6 % in 334. Gzip: 6 gives 27.9 % in 7 ms, 9 27.8 % in 10. A release is compressed when it is
// first asked for, while somebody waits; and there is one quality for all, or the bytes of an entity tag would change.
const brotliOptions = (size: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // A window larger than the body only costs memory.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(size + 16)))),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size
  }
})

const gzipOptions: ZlibOptions = { level: 6 }

const compressed = (start: (done: (error: Error | null, bytes: Uint8Array) => void) => void) =>
  Effect.callback<Uint8Array>((resume) => {
    start((error, bytes) => {
      // Copied, for what Node gives is a view of a block that may be many times as large.
      resume(error === null ? Effect.succeed(new Uint8Array(bytes)) : Effect.die(error))
    })
  })

const costOf = ({ br, gzip, identity }: StoredBody): number =>
  perBody + Buffer.byteLength(identity) + (br?.length ?? 0) + (gzip?.length ?? 0)

/** What the objects around the bytes take, the heads of prepared replies among them. */
const perBody = 4096
const perView = 256
