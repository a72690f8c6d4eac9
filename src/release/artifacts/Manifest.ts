import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { Version } from "../../domain/taxonomy/Version.ts"
import { sha256 } from "../../platform/Sha256.ts"

/** What a release consists of: each file's size in bytes and lower-case hexadecimal SHA-256, by its path. */
export type Manifest = typeof Manifest.Type
export const Manifest = Schema.Struct({
  version: Version,
  published_at: Timestamp,
  source_commit: Schema.String,
  format: Schema.Natural,
  files: Schema.Record(Schema.String, Schema.Struct({ bytes: Schema.Natural, sha256: Schema.String }))
})

export const decodeManifest = Schema.decodeUnknownResult(Schema.fromJsonString(Manifest))

export const renderManifest = (release: Release, files: ReadonlyMap<string, string>): string => {
  const manifest: Manifest = {
    version: release.version,
    published_at: release.published_at,
    source_commit: release.source_commit,
    format: release.format,
    files: Object.fromEntries(
      [...files].map(([path, text]) => [path, { bytes: Buffer.byteLength(text), sha256: sha256(text) }])
    )
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
