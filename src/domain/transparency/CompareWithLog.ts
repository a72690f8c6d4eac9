import { areEqual } from "./Bytes.ts"
import type { Checkpoint } from "./Checkpoint.ts"
import type { LogProblem } from "./LogProblem.ts"
import type { MerkleTree } from "./MerkleTree.ts"

/**
 * Returns why a checkpoint does not fit the log: nothing if the log has grown since, or is the same. A tree contains all
 * beginnings of a log, so no proof is needed. A log may be older than a checkpoint that somebody kept (`CheckpointAhead`),
 * but not older than its own.
 */
export const compareWithLog = (
  { root, size }: Checkpoint,
  log: MerkleTree,
  ahead: "LogTruncated" | "CheckpointAhead" = "LogTruncated"
): LogProblem | undefined => {
  if (size > log.size) return { _tag: ahead, size, actual: log.size }
  if (areEqual(root, log.root(size))) return undefined
  return size === log.size ? { _tag: "LogForked", size } : { _tag: "LogRewritten", size, actual: log.size }
}
