import { assert, describe, it } from "@effect/vitest"
import { formatLogProblem } from "../../../../src/domain/transparency/LogProblemText.ts"
import { formatVerifierKey, parseVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { rejectionOf } from "../../../support/transparency/rejection.ts"

describe("parseVerifierKey", () => {
  it("reads the key of the specification, and writes the same text", async () => {
    const parsed = await parseVerifierKey(webCrypto, key)
    assert.deepStrictEqual([parsed.name, parsed.id, parsed.type], ["example.com/foo", "530d903a", "ed25519"])
    assert.strictEqual(formatVerifierKey(parsed), key)
  })

  it.each([
    ["is no key", "key", "form"],
    ["has no name", key.replace("example.com/foo", ""), "form"],
    ["has white space", ` ${key}`, "form"],
    ["has a line break", `${key}\n`, "form"],
    ["has an ID in upper case", key.replace("530d903a", "530D903A"), "form"],
    ["has another name", key.replace("foo", "bar"), "id"],
    ["has another ID", key.replace("530d", "530e"), "id"],
    ["has an altered key", key.replace("U2k", "U2o"), "id"],
    ["has a type that is not Ed25519", key.replace("AekyeRrm", "AukyeRrm"), "type"],
    ["has a key of another length", key.replace(/\+Aeky.*/, "+AekyeRrm"), "type"],
    ["is a file of another kind", "a".repeat(1000), "form"]
  ] as const)("refuses a text that %s", async (_, text, reason) => {
    const problem = await rejectionOf(() => parseVerifierKey(webCrypto, text))
    assert.deepStrictEqual(problem, { _tag: "NotAVerifierKey", key: text.slice(0, 200), reason })
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

// The example of C2SP signed-note.
const key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
