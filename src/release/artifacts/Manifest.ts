import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { Version } from "../../domain/taxonomy/Version.ts"

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
