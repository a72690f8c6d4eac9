import { type Bytes, concatBytes, encodeUtf8, fromBase64, toBase64, toHex } from "./Bytes.ts"
import { type KeyDefect, type KeyName, reject } from "./LogProblem.ts"

/** The functions that proofs are checked with. The shell provides them, since browsers only have asynchronous ones. */
export interface LogCrypto {
  readonly sha256: (bytes: Bytes) => Promise<Bytes>
  /** Returns true if an Ed25519 signature is valid (RFC 8032). Both keys and signatures may have any length. */
  readonly verifyEd25519: (publicKey: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>
}

/** A public key that verifies the signatures of a note (C2SP signed-note, "Verifier keys"). */
export interface VerifierKey extends KeyName {
  readonly type: SignatureType
  /** The 32 bytes of an Ed25519 public key (RFC 8032). */
  readonly publicKey: Bytes
}

/** The type of a signature: that of a log, or the timestamped one of a witness (C2SP tlog-cosignature). */
export type SignatureType = "ed25519" | "cosignature"

/** The identifier byte of each type of signature. */
export const signatureTypes: Readonly<Record<SignatureType, number>> = { ed25519: 0x01, cosignature: 0x04 }

/** The ID of a key: the first four bytes of a digest of its name, type and public key, in hexadecimal. */
export const keyIdOf = async (
  { sha256 }: Pick<LogCrypto, "sha256">,
  { name, publicKey, type }: Omit<VerifierKey, "id">
): Promise<string> => {
  const digest = await sha256(concatBytes(encodeUtf8(`${name}\n`), [signatureTypes[type]], publicKey))
  return toHex(digest.subarray(0, 4))
}

/** Formats a key as `NAME+ID+KEY`. */
export const formatVerifierKey = ({ id, name, publicKey, type }: VerifierKey): string =>
  `${name}+${id}+${toBase64(concatBytes([signatureTypes[type]], publicKey))}`

/**
 * Parses `NAME+ID+KEY`. Rejects with `NotAVerifierKey`, whose message contains nothing of a private key that was given by
 * mistake.
 */
export const parseVerifierKey = async (crypto: Pick<LogCrypto, "sha256">, text: string): Promise<VerifierKey> => {
  if (text.includes("PRIVATE+KEY")) throw reject({ _tag: "NotAVerifierKey", key: "", reason: "private" })
  const invalid = (reason: KeyDefect) => reject({ _tag: "NotAVerifierKey", key: shownPart(text), reason })
  const parts = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text)
  const [, name = "", id = "", encoded = ""] = parts ?? []
  const bytes = fromBase64(encoded)
  if (!isKeyName(name) || bytes === undefined || bytes.length === 0) throw invalid("form")
  const type = signatureTypeOf(bytes[0])
  if (type === undefined || bytes.length !== 33) throw invalid("type")
  const key = { name, type, publicKey: bytes.slice(1) }
  if ((await keyIdOf(crypto, key)) !== id) throw invalid("id")
  return { ...key, id }
}

/** The public part of a text, or its beginning. The rest may be secret: a private key that lost its beginning looks alike. */
const shownPart = (text: string): string => {
  const [part] = /^[^+]*\+[0-9a-f]{8}\+/u.exec(text) ?? /^[^+]{0,16}/u.exec(text) ?? [""]
  return part.length < text.length ? `${part}…` : part
}

/** True if a text can be the name of a key: it has no white space, no control character and no plus. */
export const isKeyName = (text: string): boolean => /^[^\s\p{Cc}+]+$/u.test(text) && text.isWellFormed()

/** The type of signature with an identifier byte, if this program knows it. */
export const signatureTypeOf = (byte: number | undefined): SignatureType | undefined => {
  if (byte === signatureTypes.ed25519) return "ed25519"
  return byte === signatureTypes.cosignature ? "cosignature" : undefined
}
