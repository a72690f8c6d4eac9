import type { Digest } from "../../domain/ledger/Timestamp.ts"
import type { PublishedRelease, Release } from "../../domain/release/ReleaseHistory.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { renderReleaseNotes } from "../../report/formats/ReleaseNotes.ts"
import * as bodies1 from "../format1/Bodies.ts"
import { configSchema as configSchema1 } from "../format1/ConfigSchema.ts"
import { releaseNotes as releaseNotes1 } from "../format1/ReleaseNotes.ts"
import * as bodies3 from "../format3/Bodies.ts"
import { configSchema as configSchema3 } from "../format3/ConfigSchema.ts"
import { makeIncrementalRenderer, type FormatParts } from "./IncrementalRenderer.ts"
import { manifestFile, renderManifest } from "./Manifest.ts"
import { digestOf, render, toRelease1, type Artifacts } from "./Renderers.ts"

/** A release as it is on disk: the bytes of its files by path, its manifest among them, and the manifest's digest. */
export interface RenderedRelease {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly digest: Digest
}

/**
 * Makes a renderer of published releases, which is fastest if they come in the order of the ledger. Returns `undefined`
 * if a newer version chose a format that this one does not know.
 */
export const makeReleaseRenderer = () => {
  const incremental = makeIncrementalRenderers()
  return (release: PublishedRelease): RenderedRelease | undefined => {
    const rendered = incremental.get(release.format)?.(release)
    // The manifest contains the digest of every file. If any is another one, the format itself decides.
    if (rendered?.digest === release.manifest) return rendered
    const artifacts = render(release)
    return artifacts && encodeRelease(artifacts)
  }
}

/** Makes the incremental renderer of every format. */
export const makeIncrementalRenderers = (): ReadonlyMap<number, (release: Release) => RenderedRelease> =>
  new Map([
    [
      1,
      incrementalRenderer(toRelease1, {
        ...bodies1,
        configSchema: ({ taxonomy }) => configSchema1(taxonomy),
        releaseNotes: releaseNotes1
      })
    ],
    [
      3,
      incrementalRenderer(identity, {
        ...bodies3,
        configSchema: configSchema3,
        releaseNotes: renderReleaseNotes
      })
    ]
  ])

/** Encodes what a format rendered. */
export const encodeRelease = ({ files, manifest }: Artifacts): RenderedRelease => {
  const encoded = new Map(
    [...files, [manifestFile, manifest] as const].map(([path, text]) => [path, Buffer.from(text)])
  )
  return { files: encoded, digest: digestOf(manifest) }
}

const identity = (release: Release): Release => release

const incrementalRenderer = <R extends Release>(toRelease: (release: Release) => R, parts: FormatParts<R>) => {
  const renderFiles = makeIncrementalRenderer(parts)
  return (published: Release): RenderedRelease => {
    const release = toRelease(published)
    const files = renderFiles(release)
    // A format lists texts, which would have to be decoded and encoded again.
    const empty: object = JSON.parse(renderManifest(release, new Map()))
    const digests = Object.fromEntries(
      Array.from(files, ([path, bytes]) => [path, { bytes: bytes.length, sha256: sha256(bytes) }])
    )
    const text = `${JSON.stringify({ ...empty, files: digests }, null, 2)}\n`
    return { files: new Map(files).set(manifestFile, Buffer.from(text)), digest: digestOf(text) }
  }
}
