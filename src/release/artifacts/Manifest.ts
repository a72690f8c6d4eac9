import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { Version } from "../../domain/taxonomy/Scalars.ts"
import { sha256 } from "../../platform/Sha256.ts"

/** The name of a release's folder. */
export const folderOf = ({ version }: Pick<Release, "version">): string => `v${version}`

export const manifestFile = "manifest.json"

/** The files of a release by path, each with its size and its lower-case hexadecimal SHA-256. */
export type Manifest = typeof Manifest.Type
export const Manifest = Schema.Struct({
  version: Version,
  published_at: Timestamp,
  source_commit: Schema.String,
  format: Schema.Natural,
  files: Schema.Record(Schema.String, Schema.Struct({ bytes: Schema.Natural, sha256: Schema.String }))
})

export const decodeManifest = Schema.decodeUnknownResult(Schema.fromJsonString(Manifest))

/** The manifest of a release: the size and the SHA-256 of every file, by its path. */
export const renderManifest = (
  { format, published_at, source_commit, version }: Omit<typeof Manifest.Encoded, "files">,
  files: ReadonlyMap<string, string>
): string => {
  const content: typeof Manifest.Encoded = {
    version,
    published_at,
    source_commit,
    format,
    files: Object.fromEntries(
      [...files].map(([path, text]) => [path, { bytes: Buffer.byteLength(text), sha256: sha256(text) }])
    )
  }
  return `${JSON.stringify(content, null, 2)}\n`
}
