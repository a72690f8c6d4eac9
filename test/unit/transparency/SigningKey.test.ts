import { inspect } from "node:util"
import { describe, it } from "vitest"
import { formatNote, parseNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { verifyCheckpoint } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { signCheckpoint, generateSigningKey, parseSigningKey } from "../../../src/transparency/SigningKey.ts"
import { rejectionOf } from "../../support/transparency/rejection.ts"

const checkpoint = { origin: "example.com/taxonomy", size: 1, root: new Uint8Array(32).fill(7) }

describe("a signing key", () => {
  it("signs checkpoints that its verifier key verifies, also after it was written and read", async ({ expect }) => {
    const { key, secret } = await generateSigningKey("example.com/taxonomy", "ed25519")
    const read = await parseSigningKey(secret)
    expect(read.verifier).toEqual(key.verifier)
    const note = signCheckpoint(checkpoint, [read])
    expect(note).toBe(signCheckpoint(checkpoint, [key]))
    const verified = await verifyCheckpoint(webCrypto, note, { logKeys: [key.verifier] })
    expect(verified).toMatchObject({ size: 1, signers: [{ name: "example.com/taxonomy", id: key.verifier.id }] })
  })

  it("cosigns as a witness, with the time", async ({ expect }) => {
    const log = await generateSigningKey("example.com/taxonomy", "ed25519")
    const witness = await generateSigningKey("witness.example", "cosignature")
    const note = parseNote(signCheckpoint(checkpoint, [log.key]))
    const cosignature = witness.key.sign(note.text, 1_700_000_000)
    const source = formatNote({ ...note, signatures: [...note.signatures, cosignature] })
    const { name, id } = witness.key.verifier
    const cosigned = await verifyCheckpoint(webCrypto, source, {
      logKeys: [log.key.verifier],
      witnesses: [witness.key.verifier],
      quorum: 1
    })
    expect(cosigned.cosigners).toEqual([{ name, id, timestamp: 1_700_000_000 }])
  })

  it("shows nothing of itself when it is printed", async ({ expect }) => {
    const { key, secret } = await generateSigningKey("example.com/taxonomy", "ed25519")
    const shown = `${inspect(key, { depth: null, showHidden: true })} ${JSON.stringify(key)}`
    expect(shown).not.toContain(secret.slice(-20))
  })

  it("refuses another text, and does not repeat it", async ({ expect }) => {
    const { secret } = await generateSigningKey("example.com/taxonomy", "ed25519")
    expect(await rejectionOf(() => parseSigningKey("secret"))).toEqual({ _tag: "NotASigningKey", reason: "form" })
    expect(await rejectionOf(() => parseSigningKey(secret.replace("taxonomy", "other")))).toEqual({
      _tag: "NotASigningKey",
      reason: "id"
    })
    await expect(generateSigningKey("with space", "ed25519")).rejects.toThrow(RangeError)
  })
})
