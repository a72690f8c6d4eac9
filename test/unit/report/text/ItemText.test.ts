import { assert, describe, it } from "@effect/vitest"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { formatItemText, makeItemFacts, noItemFacts, formatInsteadText } from "../../../../src/report/text/ItemText.ts"
import { add, deprecate, edit, remove, start } from "../../../support/domain/TaxonomyEdits.ts"

describe("formatItemText", () => {
  it("puts the label before the name", () => {
    assert.strictEqual(
      formatItemText(valueRef("exclusive_categories", "QSR"), "Quick-service restaurants"),
      "Quick-service restaurants (exclusive_categories/QSR)"
    )
    assert.strictEqual(formatItemText(licenseRef("NIL-EDU-IMAGE"), "Education"), "Education (NIL-EDU-IMAGE)")
  })

  it("gives the name alone of an item without another label", () => {
    assert.strictEqual(formatItemText(conflictRuleRef("no-film"), undefined), "rules/no-film")
    assert.strictEqual(formatItemText(dimensionRef("tone"), "tone"), "tone")
  })
})

const editorial = valueRef("use_type", "editorial")

describe("makeItemFacts", () => {
  const before = deprecate("use_type/editorial", "educational")(start)
  const after = add("NEW")(edit("use_type/editorial", { label: "News" })(remove("CLASS")(start)))

  it("gives the newer label of an item, and the last one of a removed item", () => {
    const { labelOf } = makeItemFacts(before, after)
    assert.strictEqual(labelOf(editorial), "News")
    assert.strictEqual(labelOf(licenseRef("NEW")), "The NEW")
    assert.strictEqual(labelOf(licenseRef("CLASS")), "The CLASS")
    assert.isUndefined(labelOf(licenseRef("OTHER")))
  })

  it("gives an item before the changes", () => {
    assert.deepInclude(makeItemFacts(before, after).itemBefore(editorial), {
      code: "editorial",
      deprecated: { replaced_by: ["educational"] }
    })
    assert.isUndefined(makeItemFacts(before, after).itemBefore(licenseRef("NEW")))
    assert.notProperty(makeItemFacts(after, before).itemBefore(editorial), "deprecated")
  })

  it("knows nothing from before a first release", () => {
    const { itemBefore, labelOf } = makeItemFacts(undefined, before)
    assert.strictEqual(labelOf(editorial), "The editorial")
    assert.isUndefined(labelOf(licenseRef("NEW")))
    assert.isUndefined(itemBefore(editorial))
    assert.isUndefined(noItemFacts.labelOf(editorial))
    assert.isUndefined(noItemFacts.itemBefore(editorial))
  })
})

const taxonomy = edit("use_type/editorial", { label: "News" })(start)

describe("formatInsteadText", () => {
  it("names the replacements with their labels, and gives the reason as a sentence", () => {
    const item = valueRef("use_type", "old")
    const replaced_by = ["editorial", "educational"]
    const both = ["News (use_type/editorial)", "The educational (use_type/educational)"]
    assert.strictEqual(formatInsteadText(taxonomy, item, { replaced_by }), `Use ${both.join(" or ")}.`)
    assert.strictEqual(
      formatInsteadText(taxonomy, item, { replaced_by, replacement_mode: "all_of", reason: "It meant two things" }),
      `Use ${both.join(" and ")}. Reason: It meant two things.`
    )
    assert.strictEqual(
      formatInsteadText(taxonomy, dimensionRef("tone"), { replaced_by: [], reason: "Nobody uses it." }),
      "It has no replacement. Reason: Nobody uses it."
    )
  })
})
