import { assert, describe, it } from "@effect/vitest"
import { removeItems } from "../../../../src/domain/plan/RemoveItems.ts"
import { deprecatedItems } from "../../../../src/domain/release/removal/DeprecationClock.ts"
import type { Condition } from "../../../../src/domain/taxonomy/Condition.ts"
import type { Setting } from "../../../../src/domain/taxonomy/Config.ts"
import { licenseRef, toItemId, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../../../src/domain/taxonomy/Taxonomy.ts"
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

  describe("in the setting of a license", () => {
    const settingAfter = (shape: Dimension["shape"], setting: Setting, ...edits: ReadonlyArray<Edit>) => {
      const values = ["A", "B", "C"].map((code) => ({ code, label: code, description: code }))
      return configOf("CLASS", add("other", { shape, values }), edit("CLASS", { config: { other: setting } }), ...edits)
    }
    const byAll = edit("other/A", { deprecated: { replaced_by: ["B", "C"], replacement_mode: "all_of" } })

    it.each([
      ["single", "A", "B"],
      ["single", "C", "C"],
      ["multiple", ["C", "A"], ["C", "B"]],
      ["multiple", ["B", "A"], ["B"]],
      ["territory", { global: true, countries: ["A", "C"] }, { global: true, countries: ["B", "C"] }],
      ["territory", { global: false, countries: ["A", "B"] }, { global: false, countries: ["B"] }],
      ["flags", { A: false, C: true }, { B: false, C: true }]
    ] as const)("of shape %s, replaces a code of %j", (shape, setting, expected) => {
      assert.deepStrictEqual(settingAfter(shape, setting, deprecate("other/A", "B")), { other: expected })
    })

    it.each([
      ["single", "A", undefined],
      ["multiple", ["A"], []],
      ["territory", { global: false, countries: ["A", "C"] }, { global: false, countries: ["C"] }],
      ["flags", { A: true, B: false }, { B: false }],
      ["flags", { A: true }, undefined],
      ["flags", {}, undefined],
      ["flags", { countries: true }, { countries: true }]
    ] as const)("of shape %s, leaves out of %j what nothing replaces", (shape, setting, expected) => {
      assert.deepStrictEqual(
        settingAfter(shape, setting, deprecate("other/A")),
        expected === undefined ? {} : { other: expected }
      )
    })

    it.each([
      ["single", "A", undefined],
      ["flags", { A: true }, { B: true, C: true }]
    ] as const)("of shape %s, replaces a code of %j by several if it can", (shape, setting, expected) => {
      assert.deepStrictEqual(settingAfter(shape, setting, byAll), expected === undefined ? {} : { other: expected })
    })

    it("puts no value of another dimension there, and none that is removed as well", () => {
      const uses = ["use_type/educational"]
      assert.deepStrictEqual(settingAfter("multiple", ["A", "B"], deprecate("other/A", ...uses)), { other: ["B"] })
      assert.deepStrictEqual(settingAfter("multiple", ["A"], deprecate("other/A", "B", "C"), deprecate("other/B")), {
        other: ["C"]
      })
    })
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

  it.each<[Dimension["shape"], Condition, Condition | undefined]>([
    ["single", { equals: "A" }, undefined],
    ["single", { equals: "B" }, { equals: "B" }],
    ["single", { any_of: ["A", "B"] }, { any_of: ["B"] }],
    ["single", { any_of: ["A"] }, undefined],
    ["multiple", { contains_all: ["B"] }, { contains_all: ["B"] }],
    ["multiple", { contains: "B", contains_any: ["A"] }, undefined],
    ["multiple", { empty: true }, { empty: true }],
    ["multiple", { equals: "B" }, undefined],
    ["territory", { global: true }, { global: true }],
    ["territory", { global: true, countries: { contains: "A" } }, undefined],
    ["territory", { countries: { contains_any: ["A", "B"] } }, { countries: { contains_any: ["B"] } }],
    ["flags", { A: true, B: true }, undefined],
    ["flags", { B: false }, { B: false }]
  ])("reduces a condition of shape %s, %j, to %j", (shape, condition, expected) => {
    const values = ["A", "B"].map((code) => ({ code, label: code, description: code }))
    const { rules } = removeAfter(
      add("other", { shape, values }),
      deprecate("other/A"),
      forbid("rule", { other: condition, use_type: { contains: "editorial" } })
    )
    assert.deepStrictEqual(
      rules.map(({ forbid }) => forbid),
      expected === undefined ? [] : [{ other: expected, use_type: { contains: "editorial" } }]
    )
  })

  it("keeps a condition whose operator is named like a removed code", () => {
    const { rules } = removeAfter(
      add("use_type/contains"),
      deprecate("use_type/contains"),
      forbid("rule", { use_type: { contains: "editorial" } })
    )
    assert.lengthOf(rules, 1)
  })

  it("removes a rule about a dimension that is removed, or that does not exist", () => {
    const { rules } = removeAfter(
      deprecate("attribution"),
      forbid("gone", { attribution: { contains: "byline" } }),
      forbid("kept", { use_type: { contains: "editorial" } }),
      forbid("unknown", { nowhere: { contains: "editorial" } })
    )
    assert.deepStrictEqual(
      rules.map(({ id }) => id),
      ["kept"]
    )
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

  it("keeps the other replacements of an item, and the reason that it has", () => {
    const replaced_by = ["editorial", "educational"]
    const edited = [
      add("use_type/old"),
      edit("use_type/old", { deprecated: { replaced_by, reason: "Too vague." } }),
      deprecate("CLASS", "NEWS"),
      deprecate("attribution", "use_type")
    ].reduce((taxonomy, each) => each(taxonomy), start)
    const removed = [valueRef("use_type", "editorial"), licenseRef("NEWS")]
    const left = removeItems(
      edited,
      new Map(removed.map((item) => [toItemId(item), { item, deprecation: { replaced_by: [] } }]))
    )
    assert.deepStrictEqual(
      deprecatedItems(left).map(({ deprecation }) => deprecation),
      [
        { replaced_by: ["use_type"] },
        { reason: "Too vague.", replaced_by: ["educational"] },
        { reason: "Its replacement was removed.", replaced_by: [] }
      ]
    )
  })
})
