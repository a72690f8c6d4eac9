import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { addressOf, identifyOrigin, parseOrigin, urlOf } from "../../../src/mirror/Origin.ts"

const originOf = (text: string) => Result.getOrThrow(parseOrigin(text))

describe("parseOrigin", () => {
  it("takes the address of a folder, with and without a slash, and that of the ledger in it", () => {
    for (const text of ["https://a.example/r", "https://a.example/r/", "https://a.example/r/ledger.ndjson"]) {
      assert.strictEqual(originOf(text).folder, "https://a.example/r")
    }
    assert.strictEqual(originOf("http://a.example:8080").folder, "http://a.example:8080")
    assert.strictEqual(
      identifyOrigin(originOf("https://a.example/r")),
      identifyOrigin(originOf("https://a.example/r/"))
    )
  })

  it("rejects what is no address of a folder", () => {
    for (const [text, defect] of [
      ["", "form"],
      ["releases", "form"],
      ["ftp://a.example/r", "protocol"],
      ["file:///releases", "protocol"],
      ["https://a.example/r#part", "fragment"]
    ] as const) {
      assert.deepStrictEqual(parseOrigin(text), Result.fail(defect))
    }
  })

  it("keeps credentials and queries out of addresses and printed values", () => {
    const origin = originOf("https://me:p%40ss@a.example/r?sig=secret")
    assert.isTrue(origin.hasSecrets)
    assert.strictEqual(addressOf(origin, "v1.0.0/manifest.json"), "https://a.example/r/v1.0.0/manifest.json")
    assert.strictEqual(urlOf(origin, "checkpoint"), "https://a.example/r/checkpoint?sig=secret")
    const expected = `Basic ${Buffer.from("me:p@ss").toString("base64")}`
    assert.strictEqual(origin.authorization && Redacted.value(origin.authorization), expected)
    assert.notMatch(JSON.stringify(origin), /secret|ss@|p@ss|Basic/)
    assert.isFalse(originOf("https://a.example/r").hasSecrets)
  })
})
