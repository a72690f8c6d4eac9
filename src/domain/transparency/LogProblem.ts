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
  /** The leaf is of another event than the message tells of. */
  | { readonly _tag: "OtherEvent"; readonly sequence: number; readonly expected: number }
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

export type NoteDefect = keyof typeof noteDefects

export type ProofDefect = keyof typeof proofDefects

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

/** Makes the error of a problem. */
export const reject = (problem: LogProblem): LogRejected => new LogRejected(problem, formatLogProblem(problem))

/** One sentence about a problem, without a period. Browsers load it with every proof, so it is short. */
export const formatLogProblem = (problem: LogProblem): string => {
  switch (problem._tag) {
    case "NotANote":
      return `The signed note is malformed: ${atLine(problem.line)}${noteDefects[problem.reason]}`
    case "NotACheckpoint":
      return `The checkpoint is malformed: ${atLine(problem.line)}${checkpointLines[problem.line - 1] ?? "must not be empty"}`
    case "NotAProof":
      return `The proof is malformed: ${atLine(problem.line)}${proofDefects[problem.reason]}`
    case "NotAVerifierKey":
      return problem.reason === "private"
        ? "This is a private key. Keep it secret, and give its verifier key instead"
        : `The verifier key "${problem.key}" is invalid: ${keyDefects(problem.reason, "NAME+ID+KEY")}`
    case "NotASigningKey":
      return `The private key is invalid: ${keyDefects(problem.reason, "PRIVATE+KEY+NAME+ID+KEY")}`
    case "WrongKeyType":
      return problem.expected === "ed25519"
        ? `The key ${formatKeyName(problem.key)} is that of a witness, so it cannot sign as a log. Give it as a witness`
        : `The key ${formatKeyName(problem.key)} is that of a log, so it cannot cosign as a witness. Give the key of a witness`
    case "LogTruncated":
      return `The ledger has only ${events(problem.actual)}, but its own checkpoint covers ${problem.size}: its end was cut off`
    case "CheckpointAhead":
      return `The checkpoint covers ${events(problem.size)}, but the ledger has only ${problem.actual}: it is an older copy, or its end was cut off`
    case "LogForked":
      return `The checkpoint covers as many events as the ledger has (${problem.size}), but different ones: there are two histories`
    case "LogRewritten":
      return `The ledger has ${events(problem.actual)}, but ${problem.size === 1 ? "the first differs from the one" : `the first ${problem.size} differ from those`} that the checkpoint covers: the history was rewritten`
    case "OtherLog":
      return `The checkpoint is from the log ${problem.origin}, but the trusted ${problem.trusted.length === 1 ? "key is" : "keys are"} for ${problem.trusted.join(", ") || "no log"}`
    case "UntrustedSigner":
      return describeUntrusted(problem)
    case "InvalidSignature":
      return `The signature by ${formatKeyName(problem.signer)} does not match the text of the checkpoint: one of them was altered`
    case "QuorumNotMet":
      return `${describeCosigners(problem.cosigners)} cosigned the checkpoint, but the quorum is ${problem.quorum}`
    case "LeafBeyondTree":
      return `The proof is for leaf ${problem.index}, but its checkpoint covers only leaves below ${problem.size}`
    case "NotIncluded":
      return `The hashes of the proof do not lead from leaf ${problem.index} to the signed root of ${problem.size} leaves: the leaf, its index or a hash was altered`
    case "OtherPlace":
      return `The leaf is for event ${problem.sequence} of the ledger, but the log has it in the place of event ${problem.index + 1}`
    case "OtherEvent":
      return `The proof is for event ${problem.sequence} of the ledger, and the message tells of event ${problem.expected} or has other facts of it`
    case "NotAPublication":
      return `The proof is for an event of type ${problem.type}, which publishes no artifacts`
    case "OtherManifest":
      return `The manifest in the proof differs from the one that was published with release ${problem.version}`
    case "OtherRelease":
      return `The proof is for release ${problem.version}, not for ${problem.expected}`
    case "OtherPath":
      return `The proof is for ${problem.path}, not for ${problem.expected}`
    case "UnknownPath":
      return `Release ${problem.version} contains no ${problem.path}`
    case "OtherArtifact":
      return problem.actual === undefined
        ? `These bytes are not ${problem.path} of release ${problem.version}: they were altered or formatted again, or are from another release`
        : `These bytes are ${problem.actual} of release ${problem.version}, not ${problem.path}`
  }
}

export const formatKeyName = ({ id, name }: KeyName): string => `${name}+${id}`

const describeUntrusted = ({ signers, trusted }: LogProblem & { readonly _tag: "UntrustedSigner" }): string => {
  const keys = trusted.map(formatKeyName).join(", ")
  const sameName = signers.find(({ name }) => trusted.some((key) => key.name === name))
  return sameName === undefined
    ? `The checkpoint has no signature by a trusted key (${keys})`
    : `The checkpoint is signed by ${formatKeyName(sameName)}, which has the name of a trusted key (${keys}) but is another key`
}

const describeCosigners = (names: ReadonlyArray<string>): string =>
  names.length === 0
    ? "None of the trusted witnesses"
    : `Only ${names.length} of the trusted witnesses (${names.join(", ")})`

const noteDefects = {
  "control-character": "contains a control character, such as a carriage return or a tab",
  "malformed-signature": "must be a signature: a dash, the name of a key, and base64",
  "no-final-line-break": "the line break at the end is missing",
  "no-signatures": "the blank line before the signatures is missing",
  "not-utf8": "the text must be valid UTF-8",
  "repeated-signature": "is a second signature by the same key",
  "too-long": "it is longer than a million characters"
}

const checkpointLines = [
  "must be the name of a log",
  "must be the number of leaves",
  "must be the root, a hash in base64"
]

const proofDefects = {
  "carriage-return": "ends with a carriage return, which a mail program or an editor may have added",
  "checkpoint-missing": "must be blank, with a checkpoint after it",
  extra: "must contain the leaf, the manifest and the path, as this service writes them",
  hash: "must be a hash in base64, or blank",
  header: "must be c2sp.org/tlog-proof@v1",
  index: 'must be "index" and the index of a leaf, from 0',
  leaf: "its leaf must be an event of a ledger",
  manifest: "its manifest must be that of a release",
  missing: "there is none, because the log is not signed so far or somebody removed it",
  "too-long": "it is longer than ten million characters",
  "too-many-hashes": "must be blank, since a proof has at most 63 hashes"
}

const keyDefects = (reason: KeyDefect, form: string): string =>
  ({
    form: `its form must be ${form}`,
    id: "its ID does not match its name and key, so it was altered or mistyped",
    type: "its type must be Ed25519, with 32 bytes"
  })[reason]

const events = (size: number): string => (size === 1 ? "1 event" : `${size} events`)

const atLine = (line: number | undefined): string => (line === undefined ? "" : `line ${line} `)
