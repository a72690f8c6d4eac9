import { taggedError, type InvalidArgument } from "../model/ClientErrors.ts"

/** The proof does not prove that the artifact was published: it was altered, is for something else, or is not trusted. */
export class ProofRejected extends taggedError("ProofRejected", "proof-rejected", undefined) {
  /** The facts, of which `message` is a sentence. */
  readonly problem: ProofProblem

  /** Made by the client, and by tests. */
  constructor(message: string, problem: ProofProblem) {
    super(message, undefined)
    this.problem = problem
  }
}

/** The platform cannot verify signatures here. It says nothing about the proof. */
export class CryptoUnavailable extends taggedError("CryptoUnavailable", "crypto-unavailable", undefined) {
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

/** Why a proof is rejected. The `_tag` says what does not fit, the other members are the facts of the message. */
export type ProofProblem =
  | {
      /** The text is not a proof, or its checkpoint is not a signed note. */
      readonly _tag: "NotAProof" | "NotANote"
      /** What is malformed, such as `header`. */
      readonly reason: string
      /** The line of the proof, or of its checkpoint, from 1. */
      readonly line?: number
    }
  | {
      /** The text of the signed note is not that of a checkpoint. */
      readonly _tag: "NotACheckpoint"
      /** The line of the checkpoint, from 1. */
      readonly line: number
    }
  | {
      /** The checkpoint is from another log than the trusted keys are for. */
      readonly _tag: "OtherLog"
      /** The name of the log. */
      readonly origin: string
      /** The names of the logs of the trusted keys. */
      readonly trusted: ReadonlyArray<string>
    }
  | {
      /** No trusted key signed the checkpoint. */
      readonly _tag: "UntrustedSigner"
      /** The trusted keys. */
      readonly trusted: ReadonlyArray<LogKey>
      /** The keys that signed. They can have the name of a trusted key. */
      readonly signers: ReadonlyArray<LogKey>
    }
  | {
      /** The signature of a trusted key does not match the checkpoint. */
      readonly _tag: "InvalidSignature"
      /** The trusted key. */
      readonly signer: LogKey
    }
  | {
      /** Too few trusted witnesses cosigned the checkpoint. */
      readonly _tag: "QuorumNotMet"
      /** How many must. */
      readonly quorum: number
      /** The names of those that did. */
      readonly cosigners: ReadonlyArray<string>
    }
  | {
      /** The leaf is not in the log that the checkpoint covers, or not at this index. */
      readonly _tag: "LeafBeyondTree" | "NotIncluded"
      /** The index of the leaf, from 0. */
      readonly index: number
      /** The number of leaves. */
      readonly size: number
    }
  | {
      /** The leaf is for another event than the log has at its place. */
      readonly _tag: "OtherPlace"
      /** The number of the event, from 1. */
      readonly sequence: number
      /** The index of the leaf, from 0. */
      readonly index: number
    }
  | {
      /** The leaf is for another event than the message tells of, or says something else about it. */
      readonly _tag: "OtherEvent"
      /** The number of the event of the leaf, from 1. */
      readonly sequence: number
      /** The number of the event in the message. */
      readonly expected: number
    }
  | {
      /** The leaf is for an event that publishes no artifacts. */
      readonly _tag: "NotAPublication"
      /** The type of the event. */
      readonly type: string
    }
  | {
      /** The manifest is not that of the release. */
      readonly _tag: "OtherManifest"
      /** The release of the leaf. */
      readonly version: string
    }
  | {
      /** The proof is for another release than the caller expects. */
      readonly _tag: "OtherRelease"
      /** The release of the proof. */
      readonly version: string
      /** The expected release. */
      readonly expected: string
    }
  | {
      /** The proof is for another path than the caller expects. */
      readonly _tag: "OtherPath"
      /** The path of the proof. */
      readonly path: string
      /** The expected path. */
      readonly expected: string
    }
  | {
      /** The release did not publish this path, or published other bytes under it. */
      readonly _tag: "UnknownPath" | "OtherArtifact"
      /** The path of the proof. */
      readonly path: string
      /** The release of the proof. */
      readonly version: string
      /** The path under which the release published these bytes, if there is one. */
      readonly actual?: string
    }

/** The name of a key, as the lines of signatures have it. */
export interface LogKey {
  /** The name of the log or the witness. */
  readonly name: string
  /** Eight hexadecimal digits. */
  readonly id: string
}
