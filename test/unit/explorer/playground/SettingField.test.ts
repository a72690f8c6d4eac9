import { assert, describe, it } from "@effect/vitest"
import { findOptions, labelOf, optionsOf } from "../../../../src/explorer/playground/SettingField.tsx"

const options = optionsOf(
  {
    name: "food",
    label: "Food",
    description: "Food.",
    shape: "single",
    required: false,
    values: [
      { code: "CREAM", label: "Ice cream", description: "Ice.", translations: { fr: { label: "Crème glacée" } } },
      { code: "RICE", label: "Rice", description: "Rice.", deprecated: { replaced_by: ["CREAM"] } },
      { code: "ICE", label: "Cubes", description: "Frozen water." }
    ]
  },
  []
)

const codes = (text: string) => findOptions(options, text).map(({ code }) => code)

describe("findOptions", () => {
  it("finds a part of a label or code, and lists what begins with it first", () => {
    assert.deepStrictEqual(codes("ice"), ["CREAM", "ICE", "RICE"])
    assert.deepStrictEqual(codes("ub"), ["ICE"])
    assert.deepStrictEqual(codes("none of them"), [])
    assert.deepStrictEqual(codes(" "), ["CREAM", "RICE", "ICE"])
  })

  it("ignores case and accents", () => {
    const french = optionsOf(
      {
        name: "x",
        label: "X",
        description: "X.",
        shape: "single",
        required: false,
        values: [
          { code: "CREAM", label: "Ice cream", description: "Ice.", translations: { fr: { label: "Crème glacée" } } }
        ]
      },
      ["fr"]
    )
    assert.lengthOf(findOptions(french, "CREME GLA"), 1)
  })
})

describe("labelOf", () => {
  it("returns the code of an unknown value", () => {
    assert.strictEqual(labelOf(options, "RICE"), "Rice")
    assert.strictEqual(labelOf(options, "OTHER"), "OTHER")
  })
})
