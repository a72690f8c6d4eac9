import { TaxonomyError, type InvalidArgument } from "../model/ClientErrors.ts"
import type { ProofProblem } from "./ProofProblem.ts"

/** The proof does not prove that the artifact was published: it was altered, is for something else, or is not trusted. */
export class ProofRejected extends TaxonomyError {
  readonly _tag = "ProofRejected"
  readonly code = "proof-rejected"
  readonly status = undefined
  /** The name of the class. */
  override get name(): "ProofRejected" {
    return "ProofRejected"
  }
  /** The facts, of which `message` is a sentence. */
  readonly problem: ProofProblem

  /** Made by the client, and by tests. */
  constructor(message: string, problem: ProofProblem) {
    super(message, undefined)
    this.problem = problem
  }
}

/** The platform cannot verify signatures here. It says nothing about the proof. */
export class CryptoUnavailable extends TaxonomyError {
  readonly _tag = "CryptoUnavailable"
  readonly code = "crypto-unavailable"
  readonly status = undefined
  /** The name of the class. */
  override get name(): "CryptoUnavailable" {
    return "CryptoUnavailable"
  }
  /**
   * `insecure-context`: the page came over plain HTTP. `no-web-crypto`: the platform lacks the Web Cryptography API.
   * `no-ed25519`: its Web Cryptography API lacks Ed25519.
   */
  readonly reason: "insecure-context" | "no-ed25519" | "no-web-crypto"

  /** Made by the client, and by tests. */
  constructor(message: string, reason: CryptoUnavailable["reason"], cause?: unknown) {
    super(message, undefined, cause)
    this.reason = reason
  }
}

/** Any error of a verification; `switch` on its `_tag`. */
export type VerificationError = InvalidArgument | ProofRejected | CryptoUnavailable
