import { assert, describe, it } from "@effect/vitest"
import { parseNote, parseSignedCheckpoint, type StoredCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts"
import { signCheckpoint, generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { findSigningRefusal } from "../../../src/transparency/SignWholeLog.ts"

const name = "example.com/taxonomy"
const { key } = await generateSigningKey(name, "ed25519")
const { key: other } = await generateSigningKey(name, "ed25519")
const signing = { name, keys: [key] } as const

const present = parseSignedCheckpoint(signCheckpoint({ origin: name, size: 1, root: new Uint8Array(32) }, [other, key]))

/** The checkpoint with signatures that are claimed to be of keys. */
const claimed = (source: string, ...keys: ReadonlyArray<{ readonly name: string; readonly id: string }>) => {
  const signatures = parseNote(source).signatures.map((signature, index) => ({ ...signature, ...keys[index] }))
  return { ...present, note: { ...present.note, signatures } } satisfies StoredCheckpoint
}

describe("findSigningRefusal", () => {
  it("accepts a key that signed the present checkpoint, beside another one", () => {
    assert.isUndefined(findSigningRefusal(present, signing))
  })

  it("refuses a key whose name and id are on the signature of another key", () => {
    const { id } = key.verifier
    const forged = claimed(signCheckpoint(present, [other]), { name, id })
    const signed = [{ name, id }]
    assert.deepStrictEqual(findSigningRefusal(forged, signing), { _tag: "OtherKey", signers: signed, held: signed })
  })

  it("refuses a key whose signature is claimed by another key", () => {
    const { id } = other.verifier
    const forged = claimed(signCheckpoint(present, [key]), { name, id })
    assert.strictEqual(findSigningRefusal(forged, signing)?._tag, "OtherKey")
  })
})
