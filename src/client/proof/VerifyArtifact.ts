// @effect-diagnostics globalDate:off
import { encodeUtf8, type Bytes } from "../../domain/transparency/Bytes.ts"
import { LogRejected, type LogProblem } from "../../domain/transparency/LogProblem.ts"
import { parseVerifierKey, type LogCrypto, type VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import type { TrustPolicy, VerifiedCheckpoint } from "../../domain/transparency/VerifyCheckpoint.ts"
import { verifyEvent, verifyProof, type ExpectedArtifact } from "../../domain/transparency/VerifyProof.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import type { WebhookMessage } from "../model/Model.generated.ts"
import { CryptoUnavailable, ProofRejected, type LogKey } from "./ProofErrors.ts"

/** The verifier keys that a reader trusts, `NAME+ID+KEY` each. A text can have several, one per line. */
export interface TrustedKeys {
  /** The keys of the log. One of them must have signed. */
  readonly logKeys: string | ReadonlyArray<string>
  /** The keys of witnesses. */
  readonly witnesses?: string | ReadonlyArray<string> | undefined
  /** How many of the witnesses must have cosigned; all by default. */
  readonly quorum?: number | undefined
}

/** One key, several, or a policy. */
type TrustedKeysInput = string | ReadonlyArray<string> | TrustedKeys

/** What a verified proof states about an artifact. */
export interface ProvenArtifact extends ProvenEvent {
  /** The release that published these bytes, such as `1.2.0`. */
  readonly version: string
  /** The path of the artifact in the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path: string
  /** When the release was published, as its manifest says (UTC, ISO 8601). */
  readonly publishedAt: string
}

/** What a verified proof states about the log. */
export interface ProvenEvent {
  /** The name of the log. */
  readonly origin: string
  /** The index of the event in the log, from 0. */
  readonly index: number
  /** The number of events in the log that the checkpoint of the proof covers. */
  readonly size: number
  /** The trusted keys of the log that signed the checkpoint, at least one. */
  readonly signers: ReadonlyArray<LogKey>
  /** The trusted witnesses that cosigned the checkpoint, at least as many as the quorum. */
  readonly witnesses: ReadonlyArray<Witness>
}

/** A witness that cosigned a checkpoint. */
export interface Witness extends LogKey {
  /** When the witness saw that the log had only grown, as the witness says (UTC, ISO 8601). */
  readonly cosignedAt: string
}

/** What the caller expects of a proof, which otherwise says itself what it is about. */
export interface VerificationOptions {
  /** The full version of the release, such as `1.2.0`. */
  readonly version?: string | undefined
  /** The path of the artifact in the release, such as `licenses/NIL-EDU-IMAGE.json`. */
  readonly path?: string | undefined
}

/**
 * Verifies that a release published an artifact: that the manifest of the release lists these bytes, that the log contains
 * the release, and that a trusted key signed the log. Needs the bytes, the proof and the key, and sends nothing. Rejects
 * with a `VerificationError`: `ProofRejected` if the proof does not prove it.
 *
 * @example
 * ```ts
 * const { path, publishedAt, version } = await verifyArtifact(bytes, proof, "example.com/taxonomy+1a2b3c4d+AbCd…")
 * ```
 */
export const verifyArtifact = async (
  artifact: Uint8Array | ArrayBuffer | string,
  proof: string,
  trustedKeys: TrustedKeysInput,
  options: VerificationOptions = {}
): Promise<ProvenArtifact> => {
  const bytes = toBytes(artifact)
  if (bytes === undefined) {
    throw new InvalidArgument(
      "artifact",
      "must be bytes or a text, as the service sent them. Parsed JSON is not enough."
    )
  }
  if (typeof proof !== "string") throw new InvalidArgument("proof", "must be the text of a proof.")
  const expected = parseOptions(options)
  return verifyWith(trustedKeys, (crypto, policy) => verifyProof(crypto, { artifact: bytes, proof }, policy, expected))
}

/**
 * Verifies the proof of a webhook: that a trusted key signed a log that has the event with this digest, release and
 * manifest. A message without a proof is rejected, also one of a test. Pass what `verifyWebhook` returned.
 */
export const verifyWebhookProof = ({ data }: WebhookMessage, trustedKeys: TrustedKeysInput): Promise<ProvenEvent> =>
  verifyWith(trustedKeys, (crypto, policy) => verifyEvent(crypto, data, policy))

const verifyWith = async <Facts extends { readonly checkpoint: VerifiedCheckpoint }>(
  trustedKeys: TrustedKeysInput,
  verify: (crypto: LogCrypto, policy: TrustPolicy) => Promise<Facts>
) => {
  const crypto = await makeRuntimeCrypto()
  try {
    const policy = await parseTrustedKeys(crypto, trustedKeys)
    const { checkpoint, ...facts } = await verify(crypto, policy)
    const { cosigners, origin, signers, size } = checkpoint
    const witnesses = cosigners.map(({ id, name, timestamp }) => ({ name, id, cosignedAt: formatTime(timestamp) }))
    return { ...facts, origin, size, signers, witnesses }
  } catch (error) {
    throw error instanceof LogRejected ? toClientError(error) : error
  }
}

const toClientError = ({ message, problem }: LogRejected): InvalidArgument | ProofRejected =>
  problem._tag === "NotAVerifierKey" || problem._tag === "WrongKeyType"
    ? new InvalidArgument("trustedKeys", `${message}.`)
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A proof is compared with no log, and signs nothing
      new ProofRejected(message, problem as Exclude<typeof problem, ProblemElsewhere>)

/** Problems of ledgers and of private keys. */
type ProblemElsewhere = Extract<
  LogProblem,
  { readonly _tag: "CheckpointAhead" | "LogForked" | "LogRewritten" | "LogTruncated" | "NotASigningKey" }
>

/** A copy of the bytes, which the caller cannot change in the meantime. They may come from another realm. */
const toBytes = (artifact: unknown): Bytes | undefined => {
  if (typeof artifact === "string") return encodeUtf8(artifact)
  try {
    if (ArrayBuffer.isView(artifact)) {
      return new Uint8Array(new Uint8Array(artifact.buffer, artifact.byteOffset, artifact.byteLength))
    }
    return isBuffer(artifact) ? new Uint8Array(artifact.slice()) : undefined
  } catch {
    // Nothing remains of a buffer that was transferred, for example to a worker.
    return undefined
  }
}

const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === "[object ArrayBuffer]"

const parseOptions = (options: unknown): ExpectedArtifact => {
  if (typeof options !== "object" || options === null) throw new InvalidArgument("options", "must be an object.")
  const { path, version }: { readonly path?: unknown; readonly version?: unknown } = options
  if (path !== undefined && typeof path !== "string") {
    throw new InvalidArgument("path", "must be a path in a release, such as licenses/NIL-EDU-IMAGE.json.")
  }
  if (version === undefined) return { path }
  const [, full] = typeof version === "string" ? (/^v?(\d+\.\d+\.\d+)$/.exec(version) ?? []) : []
  if (full === undefined) throw new InvalidArgument("version", "must be a full version, such as 1.2.0.")
  return { path, version: full }
}

const formatTime = (timestamp: number): string => new Date(timestamp * 1000).toISOString().replace(".000Z", "Z")

/** Parses the keys that a caller trusts, which plain JavaScript may give in any form. Rejects with `InvalidArgument`. */
const parseTrustedKeys = async (crypto: LogCrypto, trusted: unknown): Promise<TrustPolicy> => {
  const {
    logKeys,
    quorum: given,
    witnesses = []
  }: { readonly [Name in keyof TrustedKeys]?: unknown } = typeof trusted === "object" &&
  trusted !== null &&
  "logKeys" in trusted
    ? trusted
    : { logKeys: trusted }
  const keys = await parseKeys(crypto, logKeys)
  if (keys.length === 0) throw invalid("must contain the verifier key of a log.")
  const others = await parseKeys(crypto, witnesses)
  const names = new Set(others.map(({ name }) => name))
  const quorum = given ?? names.size
  if (typeof quorum !== "number" || !Number.isInteger(quorum) || quorum < 0 || quorum > names.size) {
    throw invalid("the quorum must be a number from 0 to the number of witnesses.")
  }
  return { logKeys: keys, witnesses: others, quorum }
}

const parseKeys = async (crypto: LogCrypto, texts: unknown): Promise<ReadonlyArray<VerifierKey>> => {
  const list: ReadonlyArray<unknown> = Array.isArray(texts) ? texts : [texts]
  if (!list.every((text) => typeof text === "string")) throw invalid("must be texts in the form NAME+ID+KEY.")
  const lines = list.flatMap((text) => text.split("\n").map((line) => line.trim()))
  return Promise.all(lines.filter((line) => line !== "").map((line) => parseVerifierKey(crypto, line)))
}

const invalid = (problem: string) => new InvalidArgument("trustedKeys", problem)

/** The Web Cryptography API of the platform. Rejects with `CryptoUnavailable` if it cannot verify signatures. */
const makeRuntimeCrypto = async (): Promise<LogCrypto> => {
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
