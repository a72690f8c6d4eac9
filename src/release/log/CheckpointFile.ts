import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { readCheckpointFiles, settleCheckpoint, type CheckpointFiles } from "../../transparency/CheckpointFiles.ts"

/** The signed state of the log, in the folder of the releases. */
export const checkpointFile = "checkpoint"

/** The checkpoint of a ledger that is about to replace the present one. */
export const pendingCheckpointFile = ".checkpoint.next"

/** Reads the checkpoint of the log of releases, as `readCheckpointFiles` does. */
export const readCheckpoint = Effect.fn("readCheckpoint")(function* (releases: string, log: MerkleTree) {
  return yield* readCheckpointFiles(yield* checkpointFilesIn(releases), log)
})

/** Finishes or discards the pending checkpoint of the log of releases. Requires the lock. */
export const settleReleases = Effect.fn("settleReleases")(function* (releases: string, log: MerkleTree) {
  yield* settleCheckpoint(yield* checkpointFilesIn(releases), log)
})

/** The paths of the checkpoint in the folder of the releases. */
export const checkpointFilesIn = (releases: string) =>
  Effect.map(Path.Path, (paths): CheckpointFiles => ({
    current: paths.join(releases, checkpointFile),
    pending: paths.join(releases, pendingCheckpointFile)
  }))
