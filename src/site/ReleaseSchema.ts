import * as Effect from "effect/Effect"
import type { PublishedRelease } from "../domain/release/ReleaseHistory.ts"
import type { ReadRegularFiles } from "../platform/RegularFiles.ts"
import { ArtifactBroken, readArtifacts } from "../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../release/artifacts/Manifest.ts"

/** Reads the schema of a release as it was published. Fails with `ArtifactBroken` if the ledger does not vouch for it. */
export const readSchema = Effect.fnUntraced(function* (
  releases: string,
  release: PublishedRelease,
  read: ReadRegularFiles
) {
  const artifacts = yield* readArtifacts(releases, release, read, (path) => path === schemaFile)
  const artifact = artifacts.get(schemaFile)
  if (artifact !== undefined) return new TextDecoder().decode(artifact.bytes)
  return yield* new ArtifactBroken({
    file: `${folderOf(release)}/${schemaFile}`,
    reason: "its manifest does not list it",
    missing: false
  })
})

const schemaFile = "schema.json"
