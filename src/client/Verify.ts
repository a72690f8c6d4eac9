/** Verifies that a release published an artifact, without a server: for pages, and for readers who keep proofs. */
export { InvalidArgument } from "./model/ClientErrors.ts"
export { CryptoUnavailable, ProofRejected, type VerificationError } from "./proof/ProofErrors.ts"
export type { ProofProblem } from "./proof/ProofProblem.ts"
export type { LogKey, ProvenArtifact, Witness } from "./proof/ProvenArtifact.ts"
export type { TrustedKeys } from "./proof/TrustedKeys.ts"
export { verifyArtifact, type VerificationOptions } from "./proof/VerifyArtifact.ts"
