import { parseCheckpoint, type Checkpoint } from "./Checkpoint.ts"
import { compareWithLog } from "./CompareWithLog.ts"
import { reject } from "./LogProblemText.ts"
import type { MerkleTree } from "./MerkleTree.ts"
import { parseNote, type SignedNote } from "./SignedNote.ts"

/** A checkpoint whose signatures are not verified yet. */
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
  const stored = parseSignedCheckpoint(source)
  const problem = compareWithLog(stored, log)
  if (problem !== undefined) throw reject(problem)
  return stored
}

/** Parses a checkpoint, of whichever log. Throws `NotANote` and `NotACheckpoint`. */
export const parseSignedCheckpoint = (source: string): StoredCheckpoint => {
  const note = parseNote(source)
  return { ...parseCheckpoint(note.text), source, note }
}
