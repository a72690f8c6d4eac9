import { type Bytes, encodeUtf8 } from "./Bytes.ts"
import { parseCheckpoint, type Checkpoint, parseNote, type NoteSignature } from "./Checkpoint.ts"
import { type KeyName, reject } from "./LogProblem.ts"
import type { LogCrypto, SignatureType, VerifierKey } from "./VerifierKey.ts"

/** Whom a reader believes. */
export interface TrustPolicy {
  /** The keys of the log. Several while they rotate: a signature of one is enough. */
  readonly logKeys: ReadonlyArray<VerifierKey>
  readonly witnesses?: ReadonlyArray<VerifierKey>
  /** How many of the witnesses must have cosigned. By default none. */
  readonly quorum?: number
}

/** A checkpoint whose signatures satisfy a policy. */
export interface VerifiedCheckpoint extends Checkpoint {
  readonly signers: ReadonlyArray<KeyName>
  readonly cosigners: ReadonlyArray<Cosigner>
}

/** A witness, and when it saw that the log only grew up to this checkpoint. */
export interface Cosigner extends KeyName {
  /** Seconds since 1970. */
  readonly timestamp: number
}

/**
 * Verifies a checkpoint and its signatures. Signatures of other keys are ignored, as C2SP signed-note demands. Rejects
 * with `WrongKeyType`, `NotANote`, `NotACheckpoint`, `OtherLog`, `UntrustedSigner`, `InvalidSignature` and `QuorumNotMet`.
 */
export const verifyCheckpoint = async (
  crypto: LogCrypto,
  source: string,
  { logKeys, quorum = 0, witnesses = [] }: TrustPolicy
): Promise<VerifiedCheckpoint> => {
  checkTypes(logKeys, "ed25519")
  checkTypes(witnesses, "cosignature")
  const note = parseNote(source)
  const checkpoint = parseCheckpoint(note.text)
  const keys = logKeys.filter(({ name }) => name === checkpoint.origin)
  if (keys.length === 0) {
    throw reject({
      _tag: "OtherLog",
      origin: checkpoint.origin,
      trusted: [...new Set(logKeys.map(({ name }) => name))]
    })
  }
  const signers: Array<KeyName> = []
  const cosigners: Array<Cosigner> = []
  for (const signature of note.signatures) {
    const isOfSignature = ({ id, name }: KeyName) => id === signature.id && name === signature.name
    const key = keys.find(isOfSignature)
    if (key !== undefined) signers.push(await verifySignature(crypto, key, signature, note.text))
    const witness = witnesses.find(isOfSignature)
    if (witness !== undefined) cosigners.push(await verifyCosignature(crypto, witness, signature, note.text))
  }
  if (signers.length === 0) {
    throw reject({
      _tag: "UntrustedSigner",
      trusted: keys.map(toKeyName),
      signers: note.signatures.map(toKeyName)
    })
  }
  const names = [...new Set(cosigners.map(({ name }) => name))]
  if (names.length < quorum) throw reject({ _tag: "QuorumNotMet", quorum, cosigners: names })
  return { ...checkpoint, signers, cosigners }
}

/** The message that a witness signs (C2SP tlog-cosignature, "Ed25519 signed message"). */
export const cosignedMessage = (text: string, timestamp: number): Bytes =>
  encodeUtf8(`cosignature/v1\ntime ${timestamp}\n${text}`)

const checkTypes = (keys: ReadonlyArray<VerifierKey>, expected: SignatureType): void => {
  const wrong = keys.find(({ type }) => type !== expected)
  if (wrong !== undefined) throw reject({ _tag: "WrongKeyType", key: toKeyName(wrong), expected })
}

const verifySignature = async (
  crypto: LogCrypto,
  key: VerifierKey,
  { signature }: NoteSignature,
  text: string
): Promise<KeyName> => {
  const isValid = await crypto.verifyEd25519(key.publicKey, signature, encodeUtf8(text))
  if (!isValid) throw reject({ _tag: "InvalidSignature", signer: toKeyName(key) })
  return toKeyName(key)
}

const verifyCosignature = async (
  crypto: LogCrypto,
  key: VerifierKey,
  { signature }: NoteSignature,
  text: string
): Promise<Cosigner> => {
  const timestamp = timestampOf(signature)
  const isValid =
    timestamp !== undefined &&
    (await crypto.verifyEd25519(key.publicKey, signature.slice(8), cosignedMessage(text, timestamp)))
  if (!isValid) throw reject({ _tag: "InvalidSignature", signer: toKeyName(key) })
  return { ...toKeyName(key), timestamp }
}

/** The time that precedes an Ed25519 cosignature: eight bytes, the most significant one first. */
const timestampOf = (signature: Bytes): number | undefined => {
  if (signature.length !== 72) return undefined
  const timestamp = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  return timestamp <= maxTimestamp ? Number(timestamp) : undefined
}

/** The last second that is a date in JavaScript. */
const maxTimestamp = 8_640_000_000_000n

const toKeyName = ({ id, name }: KeyName): KeyName => ({ name, id })
