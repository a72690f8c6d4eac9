import { formatCheckpoint, type Checkpoint, formatNote } from "../domain/transparency/Checkpoint.ts"
import type { SigningKey } from "./SigningKey.ts"

/** The signed note of a checkpoint. The same keys always write the same bytes (RFC 8032). */
export const signCheckpoint = (checkpoint: Checkpoint, keys: ReadonlyArray<SigningKey>): string => {
  const text = formatCheckpoint(checkpoint)
  // The signature of a log has no time.
  return formatNote({ text, signatures: keys.map((key) => key.sign(text, 0)) })
}
