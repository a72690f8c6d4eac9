import { assert, describe, it } from "@effect/vitest"
import { compareSettings, settingKey } from "../../../../src/explorer/model/Statements.ts"

const shares = (...settings: Parameters<typeof compareSettings>[0]) => {
  const { isSame, settings: compared } = compareSettings(settings)
  return {
    isSame,
    shares: compared.map((statements) =>
      statements?.map(
        ({ code = "worldwide", flag, shared }) => `${code}${flag === undefined ? "" : ` ${flag}`} ${shared}`
      )
    )
  }
}

describe("compareSettings", () => {
  it("ignores the order of a list", () => {
    assert.isTrue(shares(["A", "B"], ["B", "A"]).isSame)
  })

  it("tells which statements two settings share", () => {
    assert.deepStrictEqual(shares(["A", "B"], ["B", "C"]), {
      isSame: false,
      shares: [
        ["A by-none", "B by-all"],
        ["B by-all", "C by-none"]
      ]
    })
  })

  it("tells what two of three settings share", () => {
    assert.deepStrictEqual(shares("A", "A", "B").shares, [["A by-some"], ["A by-some"], ["B by-none"]])
  })

  it("separates a dimension that is not set from an empty list", () => {
    assert.deepStrictEqual(shares(undefined, []), { isSame: false, shares: [undefined, []] })
    assert.isTrue(shares(undefined, undefined).isSame)
  })

  it("compares territories and flags by what they say", () => {
    assert.deepStrictEqual(shares({ global: true, countries: [] }, { global: false, countries: ["NO"] }).shares, [
      ["worldwide by-none"],
      ["NO by-none"]
    ])
    assert.deepStrictEqual(shares({ a: true, b: false }, { b: false, a: false }).shares, [
      ["a true by-none", "b false by-all"],
      ["b false by-all", "a false by-none"]
    ])
  })
})

describe("settingKey", () => {
  it("is the same for settings that say the same", () => {
    assert.strictEqual(settingKey(["B", "A"]), settingKey(["A", "B"]))
    assert.notStrictEqual(settingKey([]), settingKey(undefined))
    assert.notStrictEqual(settingKey({ a: true }), settingKey({ a: false }))
  })
})
