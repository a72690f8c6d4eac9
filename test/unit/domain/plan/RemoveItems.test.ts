import { assert, describe, it } from "@effect/vitest"
import { removeItems } from "../../../../src/domain/plan/RemoveItems.ts"
import { deprecatedItems } from "../../../../src/domain/release/removal/DeprecationClock.ts"
import { toItemId } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { add, deprecate, edit, forbid, start, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

/** Removes everything that is deprecated after these edits. */
const removeAfter = (...edits: ReadonlyArray<Edit>) => {
  const taxonomy = edits.reduce((edited, each) => each(edited), start)
  return removeItems(taxonomy, new Map(deprecatedItems(taxonomy).map((each) => [toItemId(each.item), each])))
}

const configOf = (code: string, ...edits: ReadonlyArray<Edit>) =>
  removeAfter(...edits).licenses.find((license) => license.code === code)?.config

const fastFood = "exclusive_categories/QSR_FAST_FOOD"

describe("removeItems", () => {
  it("puts the only replacement, or all that apply together, into configs", () => {
    assert.deepStrictEqual(configOf("MENU", deprecate(fastFood, "QSR")), { exclusive_categories: ["QSR"] })
    const split = { replaced_by: ["QSR", "COFFEE"], replacement_mode: "all_of" } as const
    assert.deepStrictEqual(configOf("MENU", edit(fastFood, { deprecated: split })), {
      exclusive_categories: ["QSR", "COFFEE"]
    })
  })

  it("leaves the choice between alternatives open", () => {
    assert.deepStrictEqual(configOf("MENU", deprecate(fastFood, "QSR", "COFFEE")), { exclusive_categories: [] })
    assert.deepStrictEqual(configOf("MENU", deprecate(fastFood)), { exclusive_categories: [] })
  })

  it("removes a dimension with its settings, and a license", () => {
    const left = removeAfter(deprecate("exclusive_categories"), deprecate("CLASS"))
    assert.deepStrictEqual(
      left.dimensions.map(({ name }) => name),
      ["attribution", "use_type"]
    )
    assert.deepStrictEqual(
      left.licenses.map(({ code, config }) => [code, config]),
      [
        ["MENU", {}],
        ["NEWS", { use_type: ["editorial"] }]
      ]
    )
  })

  it("keeps what a rule forbids of the values that stay", () => {
    const rulesAfter = (condition: Parameters<typeof forbid>[1]) =>
      removeAfter(deprecate(fastFood, "QSR"), forbid("rule", condition)).rules.map((rule) => rule.forbid)
    assert.deepStrictEqual(rulesAfter({ exclusive_categories: { contains: "QSR_FAST_FOOD" } }), [])
    assert.deepStrictEqual(rulesAfter({ exclusive_categories: { contains_all: ["QSR_FAST_FOOD", "QSR"] } }), [])
    assert.deepStrictEqual(rulesAfter({ exclusive_categories: { contains_any: ["QSR_FAST_FOOD", "QSR"] } }), [
      { exclusive_categories: { contains_any: ["QSR"] } }
    ])
  })

  it("removes an item from the replacements of others", () => {
    const left = removeItems(
      [add("use_type/old"), deprecate("use_type/old", "editorial")].reduce((edited, each) => each(edited), start),
      new Map([
        [
          "value use_type/editorial",
          { item: { _tag: "Value", dimension: "use_type", value: "editorial" }, deprecation: { replaced_by: [] } }
        ]
      ])
    )
    assert.deepStrictEqual(
      deprecatedItems(left).map(({ deprecation }) => deprecation),
      [{ reason: "Its replacement was removed.", replaced_by: [] }]
    )
  })
})
