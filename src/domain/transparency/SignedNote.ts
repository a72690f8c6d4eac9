import { fromBase64, toBase64 } from "./Base64.ts"
import { concatBytes, toHex, type Bytes } from "./Bytes.ts"
import type { KeyName, NoteDefect } from "./LogProblem.ts"
import { reject } from "./LogProblemText.ts"
import { isKeyName } from "./VerifierKey.ts"

/** A text and its signatures (C2SP signed-note). Nothing in it can be trusted before a signature is verified. */
export interface SignedNote {
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
