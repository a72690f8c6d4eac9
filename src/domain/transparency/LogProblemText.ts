import {
  LogRejected,
  type KeyDefect,
  type KeyName,
  type LogProblem,
  type NoteDefect,
  type ProofDefect
} from "./LogProblem.ts"

/** Makes the error of a problem. */
export const reject = (problem: LogProblem): LogRejected => new LogRejected(problem, formatLogProblem(problem))

export const formatLogProblem = (problem: LogProblem): string => {
  switch (problem._tag) {
    case "NotANote":
      return `This is not a signed note: ${atLine(problem.line)}${noteDefects[problem.reason]}`
    case "NotACheckpoint":
      return `This is not a checkpoint: line ${problem.line} is not ${checkpointLines[problem.line - 1] ?? "an extension line"}`
    case "NotAProof":
      return `This is not a proof of this service: ${atLine(problem.line)}${proofDefects[problem.reason]}`
    case "NotAVerifierKey":
      return `${problem.key} is not a verifier key: ${keyDefects[problem.reason]}`
    case "NotASigningKey":
      return `The private key is not valid: ${signingKeyDefects[problem.reason]}`
    case "LogTruncated":
      return `The checkpoint covers ${events(problem.size)}, and the ledger has only ${problem.actual}, so its end was cut off or it is an older copy`
    case "LogForked":
      return `The checkpoint covers ${events(problem.size)}, as many as the ledger has, but other ones: somebody holds another history of the same length`
    case "LogRewritten":
      return `The first ${events(problem.size)} of the ledger are not those of the checkpoint, so the history was rewritten`
    case "OtherLog":
      return `The checkpoint is of the log ${problem.origin}, and the trusted ${plural(problem.trusted, "key is", "keys are")} of ${problem.trusted.join(", ")}`
    case "UntrustedSigner":
      return describeUntrusted(problem)
    case "InvalidSignature":
      return `The signature of ${formatKeyName(problem.signer)} does not match the text, so one of them was altered`
    case "QuorumNotMet":
      return `${problem.cosigners.length === 0 ? "None" : `Only ${problem.cosigners.length} (${problem.cosigners.join(", ")})`} of the given witnesses cosigned the checkpoint, and the quorum is ${problem.quorum}`
    case "LeafBeyondTree":
      return `The proof is of leaf ${problem.index}, and the checkpoint covers only leaves 0 to ${problem.size - 1}`
    case "NotIncluded":
      return `The hashes of the proof do not lead from leaf ${problem.index} to the root of the checkpoint of size ${problem.size}, so the log does not contain this leaf there`
    case "OtherPlace":
      return `The leaf is event ${problem.sequence} of the ledger, and the proof is of leaf ${problem.index}, which is event ${problem.index + 1}`
    case "NotAPublication":
      return `The proof is of an event of type ${problem.type}, which published no artifact`
    case "OtherManifest":
      return `The manifest in the proof is not the one with which release ${problem.version} was published`
    case "OtherRelease":
      return `The proof is of release ${problem.version}, not of ${problem.expected}`
    case "OtherPath":
      return `The proof is of ${problem.path}, not of ${problem.expected}`
    case "UnknownPath":
      return `Release ${problem.version} contains no ${problem.path}`
    case "OtherArtifact":
      return `These bytes are not ${problem.path} of release ${problem.version}${problem.actual === undefined ? "" : `. They are ${problem.actual} of that release`}`
  }
}

export const formatKeyName = ({ id, name }: KeyName): string => `${name}+${id}`

const describeUntrusted = ({ signers, trusted }: LogProblem & { readonly _tag: "UntrustedSigner" }): string => {
  const keys = trusted.map(formatKeyName).join(", ")
  const sameName = signers.find(({ name }) => trusted.some((key) => key.name === name))
  return sameName === undefined
    ? `The checkpoint is not signed by ${keys}`
    : `The checkpoint is signed by ${formatKeyName(sameName)}, another key with the same name as ${keys}`
}

const noteDefects: Readonly<Record<NoteDefect, string>> = {
  "control-character": "it contains a control character",
  "malformed-signature": "it is not a signature line",
  "no-final-line-break": "it does not end with a line break",
  "no-signatures": "it has no blank line with signatures after it",
  "not-utf8": "it is not valid UTF-8",
  "repeated-signature": "it repeats the signature line of a key",
  "too-long": "it is too long"
}

const checkpointLines = ["the name of a log", "a tree size", "a root hash"]

const proofDefects: Readonly<Record<ProofDefect, string>> = {
  "checkpoint-missing": "it ends without a checkpoint",
  extra: "it does not name the leaf, the manifest and the path",
  hash: "it is not a hash",
  header: "it does not say c2sp.org/tlog-proof@v1",
  index: "it does not give the index of a leaf",
  leaf: "its leaf is not one of a ledger of releases",
  manifest: "its manifest is not one of a release"
}

const keyDefects: Readonly<Record<KeyDefect, string>> = {
  form: "it does not have the form NAME+ID+KEY",
  id: "its ID does not match its name and key, so it was altered",
  type: "its type is not Ed25519"
}

const signingKeyDefects: Readonly<Record<KeyDefect, string>> = {
  form: "it does not have the form PRIVATE+KEY+NAME+ID+KEY",
  id: keyDefects.id,
  type: keyDefects.type
}

const events = (size: number): string => (size === 1 ? "1 event" : `${size} events`)

const atLine = (line: number | undefined): string => (line === undefined ? "" : `in line ${line}, `)

const plural = (items: ReadonlyArray<unknown>, one: string, many: string): string => (items.length === 1 ? one : many)
