import { assert, describe, it } from "@effect/vitest"
import { formatLogProblem } from "../../../../src/domain/transparency/LogProblemText.ts"
import { formatVerifierKey, parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { generateSigningKey } from "../../../../src/transparency/SigningKey.ts"
import { rejectionOf } from "../../../support/transparency/rejection.ts"

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
