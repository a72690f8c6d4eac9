import { assert, describe, it } from "@effect/vitest"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { canonicalQuery, makeLicenseFilter, matchesFilter } from "../../../../src/domain/taxonomy/LicenseFilter.ts"

const config: Config = {
  commercial_scope: "non_commercial",
  use_type: ["editorial", "educational"],
  territory: { global: false, countries: ["US", "CA"] },
  ai_synthetic_use: { avatar_only: true, voice: false }
}
const worldwide: Config = { territory: { global: true, countries: [] } }

const matching = (query: string, tested = config) =>
  matchesFilter(makeLicenseFilter(new URLSearchParams(query)), tested)

describe("a license filter", () => {
  it.each([
    ["", true],
    ["commercial_scope=non_commercial", true],
    ["commercial_scope=full_commercial", false],
    ["commercial_scope=full_commercial&commercial_scope=non_commercial", true],
    ["use_type=educational", true],
    ["use_type=advertising", false],
    ["use_type=advertising&use_type=editorial", true],
    ["use_type=editorial&commercial_scope=non_commercial", true],
    ["use_type=editorial&commercial_scope=full_commercial", false],
    ["territory=US", true],
    ["territory=DE", false],
    ["ai_synthetic_use=avatar_only", true],
    ["ai_synthetic_use=voice", false],
    ["ai_synthetic_use=constructor", false],
    ["media=print", false],
    ["constructor=x", false]
  ])("for '%s' matches the config: %s", (query, met) => {
    assert.strictEqual(matching(query), met)
  })

  it("for a country matches a worldwide license", () => {
    assert.isTrue(matching("territory=DE", worldwide))
  })

  it("has one canonical query for every order and repetition", () => {
    const written = ["b=2&a=1&b=1", "b=1&a=1&b=2&a=1", "a=1&b=2&b=1"]
    assert.deepStrictEqual(
      written.map((query) => canonicalQuery(makeLicenseFilter(new URLSearchParams(query)))),
      ["a=1&b=1&b=2", "a=1&b=1&b=2", "a=1&b=1&b=2"]
    )
  })
})
