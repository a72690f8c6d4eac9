import type { LogCrypto } from "../domain/transparency/VerifierKey.ts"

/** The Web Cryptography API, which Node, browsers, workers and other runtimes share. */
export const webCrypto: LogCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  verifyEd25519: async (publicKey, signature, message) => {
    if (publicKey.length !== 32 || signature.length !== 64) return false
    const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"])
    return crypto.subtle.verify("Ed25519", key, signature, message)
  }
}
