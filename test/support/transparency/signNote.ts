import type { SignatureType } from "../../../src/domain/transparency/VerifierKey.ts"
import { makeSigningKey, type SigningKey } from "../../../src/transparency/SigningKey.ts"

/** A key that signs notes, from a seed, so that every run has the same one. */
export const testKey = (name: string, seed: number, type: SignatureType = "ed25519"): Promise<SigningKey> =>
  makeSigningKey(name, type, new Uint8Array(32).fill(seed))
