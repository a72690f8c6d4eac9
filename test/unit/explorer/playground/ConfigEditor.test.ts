import { assert, describe, it } from "@effect/vitest"
import { formatConfig, parseConfig } from "../../../../src/explorer/playground/ConfigEditor.tsx"

const config = { territory: { global: false, countries: ["DE", "FR"] }, use_type: ["editorial"], flags: {} }

describe("parseConfig", () => {
  it("parses a config, an empty text, and any other JSON as it is", () => {
    assert.deepStrictEqual(parseConfig(JSON.stringify(config)), { _tag: "Config", config })
    assert.deepStrictEqual(parseConfig(" \n"), { _tag: "Config", config: {} })
    assert.deepStrictEqual(parseConfig("[1]"), { _tag: "Config", config: [1] })
  })

  it("takes the config out of a base license, but not out of a dimension with that name", () => {
    assert.deepStrictEqual(parseConfig(JSON.stringify({ code: "A", name: "A", config })), { _tag: "Config", config })
    assert.deepStrictEqual(parseConfig('{ "config": { "a": true } }'), {
      _tag: "Config",
      config: { config: { a: true } }
    })
  })

  it("passes on why a text is not JSON", () => {
    const parsed = parseConfig('{ "use_type": [ }')
    assert.strictEqual(parsed._tag, "NotJson")
    assert.isAbove(parsed._tag === "NotJson" ? parsed.reason.length : 0, 10)
  })
})

describe("formatConfig", () => {
  it("writes a line for each setting", () => {
    assert.strictEqual(
      formatConfig(config),
      [
        "{",
        '  "territory": { "global": false, "countries": ["DE", "FR"] },',
        '  "use_type": ["editorial"],',
        '  "flags": {}',
        "}"
      ].join("\n")
    )
  })

  it("is the inverse of parseConfig", () => {
    for (const value of [config, {}, [], null, 1, "text", { a: null, b: [{ c: "\u2028" }] }]) {
      assert.deepStrictEqual(parseConfig(formatConfig(value)), { _tag: "Config", config: value })
    }
  })
})
