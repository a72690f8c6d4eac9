import { assert, describe, it } from "@effect/vitest"
import { licenseRef, valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { makeItemFacts, noItemFacts } from "../../../src/report/ItemFacts.ts"
import { add, deprecate, edit, remove, start } from "../../support/domain/TaxonomyEdits.ts"

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
