// @effect-diagnostics globalDate:off
import { encodeUtf8, type Bytes } from "../../domain/transparency/Bytes.ts"
import { LogRejected, type LogProblem } from "../../domain/transparency/LogProblem.ts"
import { verifyProof, type ExpectedArtifact } from "../../domain/transparency/VerifyProof.ts"
import { InvalidArgument } from "../model/ClientErrors.ts"
import { parseTrustedKeys } from "./ParseTrustedKeys.ts"
import { ProofRejected } from "./ProofErrors.ts"
import type { ProvenArtifact } from "./ProvenArtifact.ts"
import { makeRuntimeCrypto } from "./RuntimeCrypto.ts"
import type { TrustedKeys } from "./TrustedKeys.ts"

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
  trustedKeys: string | ReadonlyArray<string> | TrustedKeys,
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
  const crypto = await makeRuntimeCrypto()
  try {
    const policy = await parseTrustedKeys(crypto, trustedKeys)
    const { checkpoint, ...facts } = await verifyProof(crypto, { artifact: bytes, proof }, policy, expected)
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
