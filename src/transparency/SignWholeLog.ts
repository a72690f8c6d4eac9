import * as Schema from "effect/Schema"
import { areEqual } from "../domain/transparency/Bytes.ts"
import { formatCheckpoint, formatNote, type StoredCheckpoint } from "../domain/transparency/Checkpoint.ts"
import type { KeyName } from "../domain/transparency/LogProblem.ts"
import type { MerkleTree } from "../domain/transparency/MerkleTree.ts"
import type { SigningKeys } from "./SigningKeyConfig.ts"

const KeyNames = Schema.Array(Schema.Struct({ name: Schema.String, id: Schema.String }))

/** Why keys may not sign a log. */
export type SigningRefusal = typeof SigningRefusal.Type
export const SigningRefusal = Schema.Union([
  /** The log is signed, and no key is there to sign it on. */
  Schema.TaggedStruct("KeyMissing", { origin: Schema.String }),
  /** The keys are of another log. */
  Schema.TaggedStruct("OtherOrigin", { origin: Schema.String, name: Schema.String }),
  /** None of the keys signed the present checkpoint. */
  Schema.TaggedStruct("OtherKey", { signers: KeyNames, held: KeyNames })
])

/** Returns why the keys may not sign a log that has this checkpoint; nothing if they may. */
export const findSigningRefusal = (
  present: StoredCheckpoint | undefined,
  signing: SigningKeys | undefined
): SigningRefusal | undefined => {
  if (present === undefined) return undefined
  const { note, origin } = present
  if (signing === undefined) return { _tag: "KeyMissing", origin }
  if (signing.name !== origin) return { _tag: "OtherOrigin", origin, name: signing.name }
  const held = signing.keys.map(({ verifier: { id, name } }) => ({ name, id }))
  // The same key always makes the same signature (RFC 8032).
  const hasSigned = signing.keys.some((key) => {
    const expected = key.sign(note.text, 0)
    return note.signatures.some(
      (signature) => isOf(expected)(signature) && areEqual(signature.signature, expected.signature)
    )
  })
  const signers = note.signatures.filter(({ name }) => name === origin).map(({ id, name }) => ({ name, id }))
  return hasSigned ? undefined : { _tag: "OtherKey", signers, held }
}

/**
 * Signs a log with all keys. Signatures of the present checkpoint stay in their order if the log has not changed: those of
 * witnesses always, those of other keys of the log unless they are replaced.
 */
export const signWholeLog = (
  log: MerkleTree,
  { keys, name: origin }: SigningKeys,
  present?: StoredCheckpoint,
  isKeyReplaced = false
): string => {
  const text = formatCheckpoint({ origin, size: log.size, root: log.root(log.size) })
  // The signature of a log has no time.
  const own = keys.map((key) => key.sign(text, 0))
  const known = present?.note.text === text ? present.note.signatures : []
  const kept = known.filter(({ name }) => !(isKeyReplaced && name === origin))
  const signatures = [
    ...kept.map((signature) => own.find(isOf(signature)) ?? signature),
    ...own.filter((signature) => !kept.some(isOf(signature)))
  ]
  return formatNote({ text, signatures })
}

const isOf =
  (key: KeyName) =>
  ({ id, name }: KeyName): boolean =>
    name === key.name && id === key.id
