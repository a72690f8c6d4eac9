/** Verifies that a release published an artifact, without a server: for pages, and for readers who keep proofs. */
export { InvalidArgument } from "./model/ClientErrors.ts"
export {
  CryptoUnavailable,
  ProofRejected,
  type LogKey,
  type ProofProblem,
  type VerificationError
} from "./proof/ProofErrors.ts"
export {
  verifyArtifact,
  verifyWebhookProof,
  type ProvenArtifact,
  type ProvenEvent,
  type TrustedKeys,
  type VerificationOptions,
  type Witness
} from "./proof/VerifyArtifact.ts"
