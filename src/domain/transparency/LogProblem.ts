/** Why a note, a checkpoint or a proof is not accepted. */
export type LogProblem =
  /** The text is not a signed note (C2SP signed-note). `line` counts from 1. */
  | { readonly _tag: "NotANote"; readonly reason: NoteDefect; readonly line?: number }
  /** The text of a signed note is not that of a checkpoint (C2SP tlog-checkpoint). */
  | { readonly _tag: "NotACheckpoint"; readonly line: number }
  /** The text is not a proof (C2SP tlog-proof), or not one that this service makes. */
  | { readonly _tag: "NotAProof"; readonly reason: ProofDefect; readonly line?: number }
  /** The text is not a verifier key. `key` is its beginning, and empty for a private key. */
  | { readonly _tag: "NotAVerifierKey"; readonly key: string; readonly reason: KeyDefect | "private" }
  /** The text is not a private key. The text is secret, so the problem holds nothing of it. */
  | { readonly _tag: "NotASigningKey"; readonly reason: KeyDefect }
  /** A key of a witness is trusted as a key of a log, or the other way round. */
  | { readonly _tag: "WrongKeyType"; readonly key: KeyName; readonly expected: "ed25519" | "cosignature" }
  /** The log has fewer leaves than its own checkpoint, which was written with it: its end was cut off. */
  | { readonly _tag: "LogTruncated"; readonly size: number; readonly actual: number }
  /** The log has fewer leaves than a checkpoint that somebody kept: its end was cut off, or it is an older copy. */
  | { readonly _tag: "CheckpointAhead"; readonly size: number; readonly actual: number }
  /** The log has as many leaves as the checkpoint, and other ones: there are two histories. */
  | { readonly _tag: "LogForked"; readonly size: number }
  /** The first leaves of a longer log are not those of the checkpoint. */
  | { readonly _tag: "LogRewritten"; readonly size: number; readonly actual: number }
  /** A checkpoint of another log than the trusted keys are for. */
  | { readonly _tag: "OtherLog"; readonly origin: string; readonly trusted: ReadonlyArray<string> }
  /** No trusted key signed the checkpoint. */
  | {
      readonly _tag: "UntrustedSigner"
      readonly trusted: ReadonlyArray<KeyName>
      readonly signers: ReadonlyArray<KeyName>
    }
  /** The signature of a trusted key does not fit the text. */
  | { readonly _tag: "InvalidSignature"; readonly signer: KeyName }
  | { readonly _tag: "QuorumNotMet"; readonly quorum: number; readonly cosigners: ReadonlyArray<string> }
  /** The index of the leaf is not below the size of the tree. */
  | { readonly _tag: "LeafBeyondTree"; readonly index: number; readonly size: number }
  /** The hashes do not lead from the leaf to the root that was signed. */
  | { readonly _tag: "NotIncluded"; readonly index: number; readonly size: number }
  /** The leaf states another place in the log than the proof. */
  | { readonly _tag: "OtherPlace"; readonly sequence: number; readonly index: number }
  /** The event of the leaf published nothing. */
  | { readonly _tag: "NotAPublication"; readonly type: string }
  /** The manifest is not the one of the leaf. */
  | { readonly _tag: "OtherManifest"; readonly version: string }
  | { readonly _tag: "OtherRelease"; readonly version: string; readonly expected: string }
  | { readonly _tag: "OtherPath"; readonly path: string; readonly expected: string }
  /** The manifest does not list the path. */
  | { readonly _tag: "UnknownPath"; readonly path: string; readonly version: string }
  /** The artifact has other bytes. `actual` is the path of that release that has these bytes, if one does. */
  | { readonly _tag: "OtherArtifact"; readonly path: string; readonly version: string; readonly actual?: string }

export type NoteDefect =
  | "control-character"
  | "malformed-signature"
  | "no-final-line-break"
  | "no-signatures"
  | "not-utf8"
  | "repeated-signature"
  | "too-long"

export type ProofDefect =
  | "carriage-return"
  | "checkpoint-missing"
  | "extra"
  | "hash"
  | "header"
  | "index"
  | "leaf"
  | "manifest"
  | "too-long"
  | "too-many-hashes"

export type KeyDefect = "form" | "id" | "type"

/** The name and the ID of a key, by which signature lines refer to it. */
// A type rather than an interface: problems are the facts of findings, which are JSON.
export type KeyName = {
  readonly name: string
  /** Eight lower-case hexadecimal digits. */
  readonly id: string
}

/** A note, a checkpoint or a proof that is not accepted. */
// @effect-diagnostics-next-line extendsNativeError:off
export class LogRejected extends Error {
  readonly _tag = "LogRejected"
  readonly problem: LogProblem
  override readonly name = "LogRejected"

  constructor(problem: LogProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
