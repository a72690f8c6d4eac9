import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { CryptoUnavailable, InvalidArgument, ProofRejected, verifyArtifact } from "../../../../src/client/Verify.ts"
import { evidence } from "../../../system/client/proofs/Attacks.ts"
import { keys, origin, proven, signingKeys } from "../../../system/client/proofs/ProvenLicense.ts"

const { artifact, path, proof } = evidence

const rejectionOf = async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
  try {
    // Plain JavaScript may pass anything.
    await Reflect.apply(verifyArtifact, undefined, given)
    return undefined
  } catch (error) {
    return error
  }
}

/** What remains of bytes after they were sent to a worker. */
const transferred = <Sent extends ArrayBuffer | ArrayBufferView<ArrayBuffer>>(sent: Sent): Sent => {
  structuredClone(sent, { transfer: [sent instanceof ArrayBuffer ? sent : sent.buffer] })
  return sent
}

describe("verifyArtifact", () => {
  const bytes = new TextEncoder().encode(artifact)
  const surrounded = new Uint8Array([7, ...bytes, 7])

  it.each([
    ["a text", artifact],
    ["bytes", bytes],
    ["a part of a buffer", surrounded.subarray(1, -1)],
    ["a buffer", bytes.slice().buffer],
    ["bytes of Node", Buffer.from(artifact)],
    ["bytes of another realm", runInNewContext("Uint8Array.from(bytes)", { bytes })],
    ["a buffer of another realm", runInNewContext("Uint8Array.from(bytes).buffer", { bytes })]
  ])("takes an artifact as %s", async (_, given) => {
    const { version, witnesses } = await verifyArtifact(given, proof, keys.log)
    assert.deepStrictEqual([version, witnesses], ["1.0.0", []])
  })

  it.each([
    ["a text", keys.log],
    ["a text with several lines", `\r\n${keys.impostor}\r\n${keys.log}\r\n`],
    ["a list", [keys.other, keys.log]],
    ["an object", { logKeys: keys.log }],
    ["an object with members that are undefined", { logKeys: [keys.log], witnesses: undefined, quorum: undefined }]
  ])("takes trusted keys as %s", async (_, trusted) => {
    const { signers } = await verifyArtifact(artifact, proof, trusted)
    assert.deepStrictEqual(signers, proven.signers)
  })

  it.each(["1.0.0", "v1.0.0", undefined])("takes the version %s", async (version) => {
    const trusted = { logKeys: keys.log, witnesses: keys.one, quorum: 1 }
    assert.deepStrictEqual(await verifyArtifact(artifact, proof, trusted, { version, path }), proven)
  })

  it("demands all witnesses unless a quorum is given", async () => {
    const witnesses = [keys.one, keys.two]
    const rejection = await rejectionOf(artifact, proof, { logKeys: keys.log, witnesses })
    assert.instanceOf(rejection, ProofRejected)
    assert.deepInclude(rejection.problem, { _tag: "QuorumNotMet", quorum: 2 })
    const { version } = await verifyArtifact(artifact, proof, { logKeys: keys.log, witnesses, quorum: 0 })
    assert.strictEqual(version, "1.0.0")
  })

  it("uses the bytes as they were when it was called", async () => {
    const changed = bytes.slice()
    const verification = verifyArtifact(changed, proof, keys.log)
    changed.fill(0)
    assert.strictEqual((await verification).path, path)
  })

  it.each([
    [
      "parsed JSON",
      [{}, proof, keys.log],
      "artifact: must be bytes or a text, as the service sent them. Parsed JSON is not enough."
    ],
    ...[bytes.slice(), bytes.slice().buffer, new DataView(bytes.slice().buffer)].map(
      (sent) =>
        [
          `a transferred ${sent.constructor.name}`,
          [transferred(sent), proof, keys.log],
          "artifact: must be bytes or a text, as the service sent them. Parsed JSON is not enough."
        ] as const
    ),
    ["bytes for a proof", [artifact, Buffer.from(proof), keys.log], "proof: must be the text of a proof."],
    ["no keys", [artifact, proof], "trustedKeys: must be texts in the form NAME+ID+KEY."],
    ["an empty list of keys", [artifact, proof, []], "trustedKeys: must contain the verifier key of a log."],
    [
      "a malformed key",
      [artifact, proof, "key"],
      'trustedKeys: The verifier key "key" is invalid: its form must be NAME+ID+KEY.'
    ],
    [
      "a private key",
      [artifact, proof, "PRIVATE+KEY+licensing.example/taxonomy+00000000+AAAA"],
      "trustedKeys: This is a private key. Keep it secret, and give its verifier key instead."
    ],
    [
      "the key of a witness in the place of that of the log",
      [artifact, proof, keys.one],
      `trustedKeys: The key witness.example/one+${signingKeys.one.verifier.id} is that of a witness, so it cannot sign as a log. Give it as a witness.`
    ],
    [
      "the key of the log in the place of that of a witness",
      [artifact, proof, { logKeys: keys.log, witnesses: [keys.log] }],
      `trustedKeys: The key ${origin}+${signingKeys.log.verifier.id} is that of a log, so it cannot cosign as a witness. Give the key of a witness.`
    ],
    [
      "a quorum that cannot be met",
      [artifact, proof, { logKeys: keys.log, witnesses: [keys.one, keys.one], quorum: 2 }],
      "trustedKeys: the quorum must be a number from 0 to the number of witnesses."
    ],
    [
      "half of a version",
      [artifact, proof, keys.log, { version: "v1.0" }],
      "version: must be a full version, such as 1.2.0."
    ],
    [
      "a path that is not a text",
      [artifact, proof, keys.log, { path: 1 }],
      "path: must be a path in a release, such as licenses/NIL-EDU-IMAGE.json."
    ],
    ["options that are not an object", [artifact, proof, keys.log, null], "options: must be an object."]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<unknown>, string]>)(
    "rejects %s with InvalidArgument",
    async (_, given, message) => {
      const error = await rejectionOf(...given)
      assert.instanceOf(error, InvalidArgument)
      assert.strictEqual(error.message, message)
    }
  )

  it("rejects a proof that does not fit with the facts", async () => {
    const error = await rejectionOf(artifact, proof, keys.log, { version: "1.2.0" })
    assert.instanceOf(error, ProofRejected)
    assert.notInstanceOf(error, CryptoUnavailable)
    assert.deepStrictEqual(
      [error._tag, error.name, error.problem],
      ["ProofRejected", "ProofRejected", { _tag: "OtherRelease", version: "1.0.0", expected: "1.2.0" }]
    )
  })
})
