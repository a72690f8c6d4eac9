import { hash } from "node:crypto"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { encodeUtf8 } from "../../domain/transparency/Bytes.ts"
import { formatLeaf, type LogLeaf } from "../../domain/transparency/LogLeaf.ts"
import { type MerklePeaks, type MerkleTree, makeMerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { lazy } from "../../platform/Lazy.ts"
import { readCheckpointFiles, settleCheckpoint, type CheckpointFiles } from "../../transparency/CheckpointFiles.ts"

/** The signed state of the log, in the folder of the releases. */
export const checkpointFile = "checkpoint"

/** The checkpoint of a ledger that is about to replace the present one. */
export const pendingCheckpointFile = ".checkpoint.next"

/** Reads the checkpoint of the log of releases, as `readCheckpointFiles` does. */
export const readCheckpoint = Effect.fn("readCheckpoint")((releases: string, log: MerkleTree) =>
  readCheckpointFiles(checkpointFilesIn(releases), log)
)

/** Finishes or discards the pending checkpoint of the log of releases. Requires the lock. */
export const settleReleases = Effect.fn("settleReleases")((releases: string, log: MerkleTree) =>
  settleCheckpoint(checkpointFilesIn(releases), Effect.succeed(log))
)

/** The paths of the checkpoint in the folder of the releases. */
export const checkpointFilesIn = (releases: string): CheckpointFiles => ({
  current: join(releases, checkpointFile),
  pending: join(releases, pendingCheckpointFile)
})

/** The tree over the leaves of a ledger. Hashes nothing before it is used, since a log without a signature needs no tree. */
export const makeLogTree = (leaves: ReadonlyArray<LogLeaf>, before?: MerklePeaks): MerkleTree => {
  const tree = lazy(() =>
    makeMerkleTree(
      (bytes) => new Uint8Array(hash("sha256", bytes, "buffer")),
      leaves.map((leaf) => encodeUtf8(formatLeaf(leaf))),
      before
    )
  )
  return {
    size: (before?.size ?? 0) + leaves.length,
    root: (size) => tree().root(size),
    peaks: () => tree().peaks(),
    inclusionProof: (index, size) => tree().inclusionProof(index, size),
    consistencyProof: (before, size) => tree().consistencyProof(before, size)
  }
}
