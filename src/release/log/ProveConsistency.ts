import { toBase64 } from "../../domain/transparency/Bytes.ts"
import type { SignedLog } from "./ProveArtifact.ts"

/**
 * The text with which a witness is asked to cosign a checkpoint, if it has seen the log at a smaller size: the body of
 * `add-checkpoint` (C2SP tlog-witness). Throws a `RangeError` if the checkpoint covers fewer events.
 */
export const formatAddCheckpoint = ({ checkpoint, tree }: Omit<SignedLog, "leaves">, since: number): string => {
  const hashes = tree.consistencyProof(since, checkpoint.size)
  return [`old ${since}`, ...hashes.map(toBase64), "", checkpoint.source].join("\n")
}
