import { fromBase64, toBase64, type Bytes, concatBytes, toHex, areEqual } from "./Bytes.ts"
import { reject, type KeyName, type NoteDefect, type LogProblem } from "./LogProblem.ts"
import type { MerkleTree } from "./MerkleTree.ts"
import { isKeyName } from "./VerifierKey.ts"

/** The state of a log: the text of a note that the log signs (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string
  /** The number of leaves. */
  readonly size: number
  /** The root of the tree (RFC 6962, section 2.1). */
  readonly root: Bytes
}

export const formatCheckpoint = ({ origin, root, size }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Parses the text of a note. Throws `NotACheckpoint`. Extension lines are allowed, and ignored. */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = "", size = "", hash = "", ...extensions] = text.slice(0, -1).split("\n")
  const root = fromBase64(hash)
  const invalid = (line: number) => reject({ _tag: "NotACheckpoint", line })
  if (origin === "") throw invalid(1)
  if (!/^(?:0|[1-9]\d{0,14})$/.test(size)) throw invalid(2)
  if (root?.length !== 32) throw invalid(3)
  const empty = extensions.indexOf("")
  if (empty !== -1) throw invalid(4 + empty)
  return { origin, size: Number(size), root }
}

/** A text and its signatures (C2SP signed-note). Nothing in it can be trusted before a signature is verified. */
interface SignedNote {
  /** Ends with a line break. */
  readonly text: string
  readonly signatures: ReadonlyArray<NoteSignature>
}

export interface NoteSignature extends KeyName {
  /** The bytes after the ID of the key. */
  readonly signature: Bytes
}

/** Formats a note. Several signatures of one text follow each other, in any order. */
export const formatNote = ({ signatures, text }: SignedNote): string =>
  `${text}\n${signatures.map(formatSignature).join("")}`

/** Decodes the bytes of a note. Throws `NotANote` for bytes that are not UTF-8. */
export const decodeNote = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid("not-utf8")
  }
}

/** Parses a note. Throws `NotANote`. Refuses several signatures of one key, of which readers would choose another one. */
export const parseNote = (source: string): SignedNote => {
  if (source.length > maxNoteLength) throw invalid("too-long")
  if (!source.isWellFormed()) throw invalid("not-utf8")
  const unexpected = /[^\P{Cc}\n\u007f-\u009f]/u.exec(source)
  if (unexpected !== null) throw invalid("control-character", lineAt(source, unexpected.index))
  if (!source.endsWith("\n")) throw invalid("no-final-line-break")
  const blank = source.lastIndexOf("\n\n")
  if (blank === -1) throw invalid("no-signatures")
  const text = source.slice(0, blank + 1)
  const lines = source.slice(blank + 2, -1).split("\n")
  const first = lineAt(source, blank + 2)
  const seen = new Set<string>()
  const signatures = lines.map((line, index) => {
    const signature = parseSignature(line)
    if (signature === undefined) throw invalid("malformed-signature", first + index)
    const key = `${signature.name}+${signature.id}`
    if (seen.has(key)) throw invalid("repeated-signature", first + index)
    seen.add(key)
    return signature
  })
  return { text, signatures }
}

const formatSignature = ({ id, name, signature }: NoteSignature): string => {
  const keyId = id.match(/../g)?.map((digits) => Number.parseInt(digits, 16)) ?? []
  return `— ${name} ${toBase64(concatBytes(keyId, signature))}\n`
}

const parseSignature = (line: string): NoteSignature | undefined => {
  const [dash, name = "", encoded = "", ...rest] = line.split(" ")
  const bytes = fromBase64(encoded)
  return dash !== "—" || rest.length > 0 || !isKeyName(name) || bytes === undefined || bytes.length < 5
    ? undefined
    : { name, id: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4) }
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split("\n").length

const invalid = (reason: NoteDefect, line?: number) =>
  reject({ _tag: "NotANote", reason, ...(line === undefined ? {} : { line }) })

/** More than a hundred signatures of the largest kind. */
const maxNoteLength = 1_000_000

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
