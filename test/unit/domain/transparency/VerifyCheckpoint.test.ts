import { assert, describe, it } from "@effect/vitest"
import { formatCheckpoint, formatNote, parseNote } from "../../../../src/domain/transparency/Checkpoint.ts"
import { formatLogProblem } from "../../../../src/domain/transparency/LogProblem.ts"
import { formatVerifierKey, parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { verifyCheckpoint, type TrustPolicy } from "../../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { generateSigningKey } from "../../../../src/transparency/SigningKey.ts"
import { rejectionOf } from "../../../support/transparency/rejection.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

describe("parseVerifierKey", () => {
  it("reads the key of the specification, and writes the same text", async () => {
    const parsed = await parseVerifierKey(webCrypto, key)
    assert.deepStrictEqual([parsed.name, parsed.id, parsed.type], ["example.com/foo", "530d903a", "ed25519"])
    assert.strictEqual(formatVerifierKey(parsed), key)
  })

  it.each([
    ["is no key", "key", "form", "key"],
    ["has no name", key.replace("example.com/foo", ""), "form", "+530d903a+…"],
    ["has white space", ` ${key}`, "form", " example.com/foo+530d903a+…"],
    ["has a line break", `${key}\n`, "form", "example.com/foo+530d903a+…"],
    ["has an ID in upper case", key.replace("530d903a", "530D903A"), "form", "example.com/foo…"],
    ["has another name", key.replace("foo", "bar"), "id", "example.com/bar+530d903a+…"],
    ["has another ID", key.replace("530d", "530e"), "id", "example.com/foo+530e903a+…"],
    ["has an altered key", key.replace("U2k", "U2o"), "id", "example.com/foo+530d903a+…"],
    ["has a type that is not Ed25519", key.replace("AekyeRrm", "AukyeRrm"), "type", "example.com/foo+530d903a+…"],
    ["has a key of another length", key.replace(/\+Aeky.*/, "+AekyeRrm"), "type", "example.com/foo+530d903a+…"],
    ["is a file of another kind", "a".repeat(1000), "form", `${"a".repeat(16)}…`]
  ] as const)("refuses a text that %s", async (_, text, reason, shown) => {
    const problem = await rejectionOf(() => parseVerifierKey(webCrypto, text))
    assert.deepStrictEqual(problem, { _tag: "NotAVerifierKey", key: shown, reason })
  })
})

describe("a private key in the place of a verifier key", () => {
  it.each([
    "PRIVATE+KEY+example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    " PRIVATE+KEY+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\n"
  ])("is refused without repeating it: %#", async (text) => {
    const problem = await rejectionOf(() => parseVerifierKey(webCrypto, text))
    assert.deepStrictEqual(problem, { _tag: "NotAVerifierKey", key: "", reason: "private" })
    assert.strictEqual(
      problem && formatLogProblem(problem),
      "This is a private key. Keep it secret, and give its verifier key instead"
    )
  })
})

describe("a private key that lost its beginning", () => {
  it.each([0, "example.com/foo+".length, "example.com/foo+00000000+".length])(
    "is refused without its secret part: %d",
    async (start) => {
      const { key, secret } = await generateSigningKey("example.com/foo", "ed25519")
      const text = secret.slice("PRIVATE+KEY+".length + start)
      const problem = await rejectionOf(() => parseVerifierKey(webCrypto, text))
      const message = problem && formatLogProblem(problem)
      assert.match(message ?? "", /^The verifier key "[^"]*" is invalid/)
      const seed = secret.slice(secret.indexOf(key.verifier.id) + key.verifier.id.length + 1)
      assert.notInclude(message, seed.slice(-30))
      assert.notInclude(message, seed.slice(0, 20))
    }
  )
})

// The example of C2SP signed-note.
const key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"

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
const note = formatNote({ text, signatures: [log.sign(text, 0)] })
const cosigned = formatNote({ text, signatures: [log.sign(text, 0), one.sign(text, 1_700_000_000)] })

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
    const both = formatNote({ text, signatures: [log.sign(text, 0), successor.sign(text, 0)] })
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
      formatNote({ text, signatures: [other.sign(text, 0)] }),
      { logKeys: [other.verifier] },
      "The checkpoint is from the log example.com/log, but the trusted key is for example.com/other"
    ],
    [
      "signed by another key of the same name",
      formatNote({ text, signatures: [impostor.sign(text, 0)] }),
      trusted,
      `The checkpoint is signed by example.com/log+${impostor.verifier.id}, which has the name of a trusted key (example.com/log+${log.verifier.id}) but is another key`
    ],
    [
      "signed by nobody who is trusted",
      formatNote({ text, signatures: [other.sign(text, 0)] }),
      trusted,
      `The checkpoint has no signature by a trusted key (example.com/log+${log.verifier.id})`
    ],
    [
      "with another size",
      note.replace("\n3\n", "\n4\n"),
      trusted,
      `The signature by example.com/log+${log.verifier.id} does not match the text of the checkpoint: one of them was altered`
    ],
    [
      "with the signature of another key under the ID of the trusted one",
      formatNote({ text, signatures: [{ ...impostor.sign(text, 0), id: log.verifier.id }] }),
      trusted,
      `The signature by example.com/log+${log.verifier.id} does not match the text of the checkpoint: one of them was altered`
    ],
    [
      "with a bad signature of a second trusted key",
      formatNote({ text, signatures: [log.sign(text, 0), successor.sign(`${text}x`, 0)] }),
      { logKeys: [log.verifier, successor.verifier] },
      `The signature by example.com/log+${successor.verifier.id} does not match the text of the checkpoint: one of them was altered`
    ],
    [
      "with a bad cosignature",
      formatNote({ text, signatures: [log.sign(text, 0), one.sign(`${text}x`, 1)] }),
      { ...trusted, witnesses: [one.verifier] },
      `The signature by witness.example/one+${one.verifier.id} does not match the text of the checkpoint: one of them was altered`
    ],
    [
      "with a cosignature without a time",
      formatNote({
        text,
        signatures: [log.sign(text, 0), { ...log.sign(text, 0), name: one.verifier.name, id: one.verifier.id }]
      }),
      { ...trusted, witnesses: [one.verifier] },
      `The signature by witness.example/one+${one.verifier.id} does not match the text of the checkpoint: one of them was altered`
    ],
    [
      "that too few witnesses cosigned",
      cosigned,
      { ...trusted, witnesses: [one.verifier, two.verifier], quorum: 2 },
      "Only 1 of the trusted witnesses (witness.example/one) cosigned the checkpoint, but the quorum is 2"
    ],
    [
      "that no witness cosigned",
      note,
      { ...trusted, witnesses: [one.verifier], quorum: 1 },
      "None of the trusted witnesses cosigned the checkpoint, but the quorum is 1"
    ],
    [
      "with the key of a witness trusted as that of the log",
      cosigned,
      { logKeys: [log.verifier, one.verifier] },
      `The key witness.example/one+${one.verifier.id} is that of a witness, so it cannot sign as a log. Give it as a witness`
    ],
    [
      "with the key of the log trusted as that of a witness",
      note,
      { ...trusted, witnesses: [log.verifier] },
      `The key example.com/log+${log.verifier.id} is that of a log, so it cannot cosign as a witness. Give the key of a witness`
    ],
    [
      "if no key is trusted",
      note,
      { logKeys: [] },
      "The checkpoint is from the log example.com/log, but the trusted keys are for no log"
    ],
    [
      "without a size",
      note.replace("\n3\n", "\n03\n"),
      trusted,
      "The checkpoint is malformed: line 2 must be the number of leaves"
    ],
    [
      "with a short root",
      note.replace("BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=", "BwcH"),
      trusted,
      "The checkpoint is malformed: line 3 must be the root, a hash in base64"
    ],
    [
      "with an empty line",
      note.replace("\n\n", "\n\n\n"),
      trusted,
      "The checkpoint is malformed: line 4 must not be empty"
    ]
  ] satisfies ReadonlyArray<readonly [string, string, TrustPolicy, string]>)(
    "refuses a checkpoint %s",
    async (_, source, policy, message) => {
      const problem = await rejectionOf(() => verifyCheckpoint(webCrypto, source, policy))
      assert.strictEqual(problem && formatLogProblem(problem), message)
    }
  )
})
