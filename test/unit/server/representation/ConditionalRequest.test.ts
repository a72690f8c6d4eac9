import { assert, describe, it } from "@effect/vitest"
import { ifMatchMatches } from "../../../../src/server/representation/ConditionalRequest.ts"

describe("ifMatchMatches", () => {
  it.each([
    ['"a"', true],
    ['"b", "a"', true],
    ["*", true],
    [" * ", true],
    ['"b"', false],
    ['W/"a"', false],
    ['W/"a", "a"', true],
    ["a", false],
    ["", false]
  ])("compares strongly: %j", (ifMatch, expected) => {
    assert.strictEqual(ifMatchMatches(ifMatch, '"a"'), expected)
  })

  it("matches nothing but * without an entity tag", () => {
    assert.isFalse(ifMatchMatches('"a"', undefined))
    assert.isTrue(ifMatchMatches("*", undefined))
  })
})
