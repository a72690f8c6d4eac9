import { assert, describe, it } from "@effect/vitest"
import { licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { formatReplacements, replacementItems } from "../../../../src/domain/taxonomy/Replacement.ts"

describe("replacementItems", () => {
  it("finds siblings by code, and values of other dimensions by dimension and code", () => {
    assert.deepStrictEqual(replacementItems(valueRef("use", "a"), { replaced_by: ["b", "access/open"] }), [
      valueRef("use", "b"),
      valueRef("access", "open")
    ])
    assert.deepStrictEqual(replacementItems(licenseRef("L-1"), { replaced_by: ["L-2"] }), [licenseRef("L-2")])
  })
})

describe("formatReplacements", () => {
  it("says whether any one of the replacements applies, or all of them", () => {
    assert.strictEqual(formatReplacements({ replaced_by: ["a", "b"] }), "a or b")
    assert.strictEqual(formatReplacements({ replaced_by: ["a", "b"], replacement_mode: "all_of" }), "a and b")
  })

  it("names the dimension of a move", () => {
    assert.strictEqual(formatReplacements({ replaced_by: ["event_access/OPEN"] }), "OPEN of event_access")
  })
})
