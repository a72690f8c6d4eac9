import type { Bytes } from "./Bytes.ts"

/** The functions that proofs are checked with. The shell provides them, since browsers only have asynchronous ones. */
export interface LogCrypto {
  readonly sha256: (bytes: Bytes) => Promise<Bytes>
  /** Returns true if an Ed25519 signature is valid (RFC 8032). Both keys and signatures may have any length. */
  readonly verifyEd25519: (publicKey: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>
}
