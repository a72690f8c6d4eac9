import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto"
import { fromBase64, toBase64, concatBytes, encodeUtf8, type Bytes } from "../domain/transparency/Bytes.ts"
import { type NoteSignature, formatCheckpoint, type Checkpoint, formatNote } from "../domain/transparency/Checkpoint.ts"
import { type KeyDefect, reject } from "../domain/transparency/LogProblem.ts"
import {
  isKeyName,
  keyIdOf,
  signatureTypeOf,
  signatureTypes,
  type SignatureType,
  type VerifierKey
} from "../domain/transparency/VerifierKey.ts"
import { cosignedMessage } from "../domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../platform/WebCrypto.ts"

/** A private key that signs notes. Shows nothing of itself when it is printed or encoded as JSON. */
export interface SigningKey {
  readonly verifier: VerifierKey
  /** Signs the text of a checkpoint: as a log, or as a witness that saw it at a time, in seconds since 1970. */
  readonly sign: (text: string, timestamp: number) => NoteSignature
}

/** A new key and the text of it, `PRIVATE+KEY+NAME+ID+KEY`, which must be kept secret. Throws for an invalid name. */
export const generateSigningKey = async (
  name: string,
  type: SignatureType
): Promise<{ readonly secret: string; readonly key: SigningKey }> => {
  if (!isKeyName(name)) throw new RangeError(`${name} cannot be the name of a key`)
  const seed = seedOf(generateKeyPairSync("ed25519").privateKey)
  const key = await makeSigningKey(name, type, seed)
  const encoded = toBase64(concatBytes([signatureTypes[type]], seed))
  return { secret: `${prefix}${name}+${key.verifier.id}+${encoded}`, key }
}

/**
 * Parses `PRIVATE+KEY+NAME+ID+KEY`, the form of Go's `golang.org/x/mod/sumdb/note`. Rejects with `NotASigningKey`, whose
 * message contains nothing of the text.
 */
export const parseSigningKey = async (text: string): Promise<SigningKey> => {
  const invalid = (reason: KeyDefect) => reject({ _tag: "NotASigningKey", reason })
  const [, name = "", id = "", encoded = ""] = form.exec(text) ?? []
  const bytes = fromBase64(encoded)
  if (!isKeyName(name) || bytes === undefined || bytes.length === 0) throw invalid("form")
  const type = signatureTypeOf(bytes[0])
  if (type === undefined || bytes.length !== 33) throw invalid("type")
  const key = await makeSigningKey(name, type, bytes.slice(1))
  if (key.verifier.id !== id) throw invalid("id")
  return key
}

/** Makes the key of a seed: 32 random bytes, which must be kept secret. */
export const makeSigningKey = async (name: string, type: SignatureType, seed: Bytes): Promise<SigningKey> => {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Header, seed]), format: "der", type: "pkcs8" })
  const publicKey = publicKeyOf(privateKey)
  const id = await keyIdOf(webCrypto, { name, type, publicKey })
  const signatureOf = (message: Bytes): Bytes => new Uint8Array(sign(null, message, privateKey))
  return {
    verifier: { name, id, type, publicKey },
    sign: (text, timestamp) => ({
      name,
      id,
      signature:
        type === "ed25519"
          ? signatureOf(encodeUtf8(text))
          : concatBytes(toBigEndian(timestamp), signatureOf(cosignedMessage(text, timestamp)))
    })
  }
}

const prefix = "PRIVATE+KEY+"

const form = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/u

/** The bytes before the seed of a private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex")

const seedOf = (key: KeyObject): Bytes =>
  new Uint8Array(key.export({ format: "der", type: "pkcs8" }).subarray(pkcs8Header.length))

const publicKeyOf = (key: KeyObject): Bytes => {
  const { x } = createPublicKey(key).export({ format: "jwk" })
  return new Uint8Array(Buffer.from(String(x), "base64url"))
}

const toBigEndian = (timestamp: number): Bytes => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(timestamp))
  return bytes
}

/** The signed note of a checkpoint. The same keys always write the same bytes (RFC 8032). */
export const signCheckpoint = (checkpoint: Checkpoint, keys: ReadonlyArray<SigningKey>): string => {
  const text = formatCheckpoint(checkpoint)
  // The signature of a log has no time.
  return formatNote({ text, signatures: keys.map((key) => key.sign(text, 0)) })
}
