import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import type { MerkleTree } from "../../domain/transparency/MerkleTree.ts"
import { readCheckpointFiles, type CheckpointFiles } from "../../transparency/CheckpointFiles.ts"

/** The signed state of the log, in the folder of the releases. */
export const checkpointFile = "checkpoint"

/** The checkpoint of a ledger that is about to replace the present one. */
export const pendingCheckpointFile = ".checkpoint.next"

/** Reads the checkpoint of the log of releases, as `readCheckpointFiles` does. */
export const readCheckpoint = Effect.fn("readCheckpoint")(function* (releases: string, log: MerkleTree) {
  return yield* readCheckpointFiles(yield* checkpointFilesIn(releases), log)
})

const checkpointFilesIn = (releases: string) =>
  Effect.map(Path.Path, (paths): CheckpointFiles => ({
    current: paths.join(releases, checkpointFile),
    pending: paths.join(releases, pendingCheckpointFile)
  }))
