// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { sha256 } from "../../platform/Sha256.ts"
import type { Manifest } from "../artifacts/Manifest.ts"
import type { Release } from "./Release.ts"

/** The manifest of a release: the size and the SHA-256 of every file, by its path. */
export const manifest = (release: Release, files: ReadonlyMap<string, string>): string => {
  const content = {
    version: release.version,
    published_at: release.published_at,
    source_commit: release.source_commit,
    format: release.format,
    files: Object.fromEntries(
      [...files].map(([path, text]) => [path, { bytes: Buffer.byteLength(text), sha256: sha256(text) }])
    )
  } satisfies typeof Manifest.Encoded
  return `${JSON.stringify(content, null, 2)}\n`
}
