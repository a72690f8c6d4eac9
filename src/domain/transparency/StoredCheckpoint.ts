import { parseCheckpoint, type Checkpoint } from "./Checkpoint.ts"
import { compareWithLog } from "./CompareWithLog.ts"
import { reject } from "./LogProblemText.ts"
import type { MerkleTree } from "./MerkleTree.ts"
import { parseNote, type SignedNote } from "./SignedNote.ts"

/** A checkpoint that fits its log, whose signatures are not verified yet. */
export interface StoredCheckpoint extends Checkpoint {
  /** The signed note, byte for byte. */
  readonly source: string
  readonly note: SignedNote
}

/**
 * Parses the checkpoint of a log. Throws `NotANote` and `NotACheckpoint`, and `LogTruncated`, `LogForked` and
 * `LogRewritten` for a checkpoint that does not fit the log.
 */
export const parseStoredCheckpoint = (source: string, log: MerkleTree): StoredCheckpoint => {
  const note = parseNote(source)
  const checkpoint = parseCheckpoint(note.text)
  const problem = compareWithLog(checkpoint, log)
  if (problem !== undefined) throw reject(problem)
  return { ...checkpoint, source, note }
}
