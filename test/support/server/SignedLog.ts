import type { PublishedRelease } from "../../../src/domain/release/ReleaseHistory.ts"
import type { LogLeaf } from "../../../src/domain/transparency/LogLeaf.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import type { SignedLog } from "../../../src/release/log/ProveArtifact.ts"
import { signCheckpoint } from "../../../src/transparency/SigningKey.ts"
import { testKey } from "../transparency/signNote.ts"

const origin = "licensing.example/taxonomy"
const key = await testKey(origin, 1)

/** Signs a log of releases, of which the checkpoint covers so many. */
export const signLog =
  (size: number) =>
  (releases: ReadonlyArray<PublishedRelease>): SignedLog => {
    const leaves = releases.map(({ manifest, version }, index): LogLeaf => ({
      event: `sha256:${sha256(version)}`,
      manifest,
      sequence: index + 1,
      type: "ReleasePublished",
      version
    }))
    const tree = makeLogTree(leaves)
    return {
      leaves,
      tree,
      checkpoint: { size, source: signCheckpoint({ origin, size, root: tree.root(size) }, [key]) }
    }
  }
