import type { LogCrypto } from "../../domain/transparency/VerifierKey.ts"
import { CryptoUnavailable } from "./ProofErrors.ts"

/** The Web Cryptography API of the platform. Rejects with `CryptoUnavailable` if it cannot verify signatures. */
export const makeRuntimeCrypto = async (): Promise<LogCrypto> => {
  // The types promise what old platforms and insecure pages lack.
  const { crypto, isSecureContext }: Platform = globalThis
  const subtle = crypto?.subtle
  if (subtle === undefined) throw unavailable(isSecureContext === false ? "insecure-context" : "no-web-crypto")
  const importKey = (key: Uint8Array<ArrayBuffer>) => subtle.importKey("raw", key, "Ed25519", false, ["verify"])
  try {
    await importKey(basePoint)
  } catch (cause) {
    throw unavailable("no-ed25519", cause)
  }
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
    verifyEd25519: async (publicKey, signature, message) =>
      signature.length === 64 && subtle.verify("Ed25519", await importKey(publicKey), signature, message)
  }
}

interface Platform {
  readonly crypto?: { readonly subtle?: typeof globalThis.crypto.subtle }
  readonly isSecureContext?: boolean
}

/** A public key that every implementation accepts (RFC 8032, section 5.1). */
const basePoint = /* @__PURE__ */ new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)

const unavailable = (reason: CryptoUnavailable["reason"], cause?: unknown) =>
  new CryptoUnavailable(
    {
      "insecure-context":
        "Proofs cannot be verified in a page that came over plain HTTP. Open the page over HTTPS or from a file.",
      "no-ed25519":
        "Proofs cannot be verified, since the Web Cryptography API of this platform lacks Ed25519. Use a newer version.",
      "no-web-crypto":
        "Proofs cannot be verified, since this platform lacks the Web Cryptography API. Use a newer version."
    }[reason],
    reason,
    cause
  )
