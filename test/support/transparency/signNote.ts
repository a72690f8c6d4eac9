import { createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto"
import { encodeUtf8, type Bytes } from "../../../src/domain/transparency/Bytes.ts"
import type { NoteSignature } from "../../../src/domain/transparency/SignedNote.ts"
import { keyIdOf, type SignatureType, type VerifierKey } from "../../../src/domain/transparency/VerifierKey.ts"
import { cosignedMessage } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"

/** A key pair that signs notes, from a seed, so that every run has the same one. */
export const testKey = async (name: string, seed: number, type: SignatureType = "ed25519") => {
  const privateKey = privateKeyOf(new Uint8Array(32).fill(seed))
  const publicKey = publicKeyOf(privateKey)
  const id = await keyIdOf(webCrypto, { name, type, publicKey })
  const verifier: VerifierKey = { name, id, type, publicKey }
  const signatureOf = (message: Bytes): Bytes => new Uint8Array(sign(null, message, privateKey))
  return {
    verifier,
    sign: (text: string): NoteSignature => ({ name, id, signature: signatureOf(encodeUtf8(text)) }),
    cosign: (text: string, timestamp: number): NoteSignature => {
      const signature = new Uint8Array(72)
      new DataView(signature.buffer).setBigUint64(0, BigInt(timestamp))
      signature.set(signatureOf(cosignedMessage(text, timestamp)), 8)
      return { name, id, signature }
    }
  }
}

/** The bytes before the seed in a private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex")

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Header, seed]), format: "der", type: "pkcs8" })

const publicKeyOf = (key: KeyObject): Bytes => {
  const { x } = createPublicKey(key).export({ format: "jwk" })
  return new Uint8Array(Buffer.from(String(x), "base64url"))
}
