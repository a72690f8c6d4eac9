import { toBase64 } from "../../domain/transparency/Bytes.ts"
import type { StoredCheckpoint } from "../../domain/transparency/Checkpoint.ts"
import type { KeyName } from "../../domain/transparency/LogProblem.ts"
import type { Cosigner, VerifiedCheckpoint } from "../../domain/transparency/VerifyCheckpoint.ts"

/** What is known of a log. */
export type LogFacts = UnsignedFacts | SignedFacts

interface UnsignedFacts {
  readonly signed: false
  /** The number of events in the ledger. */
  readonly events: number
}

export interface SignedFacts {
  readonly signed: true
  readonly events: number
  readonly origin: string
  /** The number of events that the checkpoint covers. */
  readonly size: number
  /** In base64. */
  readonly root: string
  /** The keys that the signature lines name, verified or not. */
  readonly signatures: ReadonlyArray<KeyName>
  /** The trusted keys of the log whose signatures were verified. */
  readonly signers: ReadonlyArray<KeyName>
  /** The trusted witnesses whose cosignatures were verified. */
  readonly cosigners: ReadonlyArray<Cosigner>
}

/** What is known of a signed log: by its checkpoint, and by those of its signatures that were verified. */
export const toSignedFacts = (
  { note, origin, root, size }: StoredCheckpoint,
  events: number,
  verified: VerifiedCheckpoint | undefined
): SignedFacts => ({
  signed: true,
  events,
  origin,
  size,
  root: toBase64(root),
  signatures: note.signatures.map(({ id, name }) => ({ name, id })),
  signers: verified?.signers ?? [],
  cosigners: verified?.cosigners ?? []
})
