import { assert, describe, it } from "@effect/vitest"
import { codesOf } from "../../../../src/domain/taxonomy/ConditionCodes.ts"

describe("codesOf", () => {
  it("finds each code with the way to it", () => {
    assert.deepStrictEqual(codesOf({ global: false, countries: { contains_all: ["A", "B"] } }, "territory"), [
      { value: "A", path: ["countries", "contains_all", 0] },
      { value: "B", path: ["countries", "contains_all", 1] }
    ])
    assert.deepStrictEqual(codesOf({ equals: "A", any_of: ["B"] }, "single"), [
      { value: "A", path: ["equals"] },
      { value: "B", path: ["any_of", 0] }
    ])
    assert.deepStrictEqual(codesOf({ empty: true }, "multiple"), [])
    assert.deepStrictEqual(codesOf({ on: true }, "flags"), [{ value: "on", path: ["on"] }])
  })
})
