import { assert, describe, it } from "@effect/vitest"
import { formatCheckpoint } from "../../../../src/domain/transparency/Checkpoint.ts"
import { formatLogProblem } from "../../../../src/domain/transparency/LogProblemText.ts"
import { formatNote, parseNote } from "../../../../src/domain/transparency/SignedNote.ts"
import { parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { verifyCheckpoint, type TrustPolicy } from "../../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { rejectionOf } from "../../../support/transparency/rejection.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

const origin = "example.com/log"
const text = formatCheckpoint({ origin, size: 3, root: new Uint8Array(32).fill(7) })
const [log, successor, impostor, other, one, two] = await Promise.all([
  testKey(origin, 1),
  testKey(origin, 2),
  testKey(origin, 3),
  testKey("example.com/other", 4),
  testKey("witness.example/one", 5, "cosignature"),
  testKey("witness.example/two", 6, "cosignature")
])
const trusted: TrustPolicy = { logKeys: [log.verifier] }
const note = formatNote({ text, signatures: [log.sign(text)] })
const cosigned = formatNote({ text, signatures: [log.sign(text), one.cosign(text, 1_700_000_000)] })

describe("verifyCheckpoint", () => {
  it("returns the checkpoint and the keys that signed it", async () => {
    const { cosigners, signers, size } = await verifyCheckpoint(webCrypto, cosigned, {
      ...trusted,
      witnesses: [one.verifier, two.verifier],
      quorum: 1
    })
    assert.strictEqual(size, 3)
    assert.deepStrictEqual(signers, [{ name: origin, id: log.verifier.id }])
    assert.deepStrictEqual(cosigners, [{ name: "witness.example/one", id: one.verifier.id, timestamp: 1_700_000_000 }])
  })

  it("accepts the signature of any trusted key while keys rotate", async () => {
    const both = formatNote({ text, signatures: [log.sign(text), successor.sign(text)] })
    for (const logKeys of [[log.verifier], [successor.verifier], [log.verifier, successor.verifier]]) {
      const { signers } = await verifyCheckpoint(webCrypto, both, { logKeys })
      assert.lengthOf(signers, logKeys.length)
    }
  })

  it("verifies the note of the specification, which is no checkpoint", async () => {
    const key = await parseVerifierKey(
      webCrypto,
      "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    )
    const { signatures, text } = parseNote(
      "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
    )
    const [signature = assert.fail()] = signatures
    const verify = (message: string) =>
      webCrypto.verifyEd25519(key.publicKey, signature.signature, new TextEncoder().encode(message))
    assert.deepStrictEqual([await verify(text), await verify(`${text}x`)], [true, false])
  })

  it.each([
    [
      "of another log",
      formatNote({ text, signatures: [other.sign(text)] }),
      { logKeys: [other.verifier] },
      "The checkpoint is of the log example.com/log, and the trusted key is of example.com/other"
    ],
    [
      "signed by another key of the same name",
      formatNote({ text, signatures: [impostor.sign(text)] }),
      trusted,
      `The checkpoint is signed by example.com/log+${impostor.verifier.id}, another key with the same name as example.com/log+${log.verifier.id}`
    ],
    [
      "signed by nobody who is trusted",
      formatNote({ text, signatures: [other.sign(text)] }),
      trusted,
      `The checkpoint is not signed by example.com/log+${log.verifier.id}`
    ],
    [
      "with another size",
      note.replace("\n3\n", "\n4\n"),
      trusted,
      `The signature of example.com/log+${log.verifier.id} does not match the text, so one of them was altered`
    ],
    [
      "with the signature of another key under the ID of the trusted one",
      formatNote({ text, signatures: [{ ...impostor.sign(text), id: log.verifier.id }] }),
      trusted,
      `The signature of example.com/log+${log.verifier.id} does not match the text, so one of them was altered`
    ],
    [
      "with a bad signature of a second trusted key",
      formatNote({ text, signatures: [log.sign(text), successor.sign(`${text}x`)] }),
      { logKeys: [log.verifier, successor.verifier] },
      `The signature of example.com/log+${successor.verifier.id} does not match the text, so one of them was altered`
    ],
    [
      "with a bad cosignature",
      formatNote({ text, signatures: [log.sign(text), one.cosign(`${text}x`, 1)] }),
      { ...trusted, witnesses: [one.verifier] },
      `The signature of witness.example/one+${one.verifier.id} does not match the text, so one of them was altered`
    ],
    [
      "with a cosignature without a time",
      formatNote({
        text,
        signatures: [log.sign(text), { ...log.sign(text), name: one.verifier.name, id: one.verifier.id }]
      }),
      { ...trusted, witnesses: [one.verifier] },
      `The signature of witness.example/one+${one.verifier.id} does not match the text, so one of them was altered`
    ],
    [
      "that too few witnesses cosigned",
      cosigned,
      { ...trusted, witnesses: [one.verifier, two.verifier], quorum: 2 },
      "Only 1 (witness.example/one) of the given witnesses cosigned the checkpoint, and the quorum is 2"
    ],
    [
      "that no witness cosigned",
      note,
      { ...trusted, witnesses: [one.verifier], quorum: 1 },
      "None of the given witnesses cosigned the checkpoint, and the quorum is 1"
    ],
    ["without a size", note.replace("\n3\n", "\n03\n"), trusted, "This is not a checkpoint: line 2 is not a tree size"],
    [
      "with a short root",
      note.replace("BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=", "BwcH"),
      trusted,
      "This is not a checkpoint: line 3 is not a root hash"
    ],
    [
      "with an empty line",
      note.replace("\n\n", "\n\n\n"),
      trusted,
      "This is not a checkpoint: line 4 is not an extension line"
    ]
  ] satisfies ReadonlyArray<readonly [string, string, TrustPolicy, string]>)(
    "refuses a checkpoint %s",
    async (_, source, policy, message) => {
      const problem = await rejectionOf(() => verifyCheckpoint(webCrypto, source, policy))
      assert.strictEqual(problem && formatLogProblem(problem), message)
    }
  )
})
