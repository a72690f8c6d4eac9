import { assert, describe, it } from "@effect/vitest"
import { dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { makeLabels } from "../../../../src/report/impact/Labels.ts"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"
import { add, edit, grow, start } from "../../../support/domain/TaxonomyEdits.ts"

describe("makeLabels", () => {
  it("takes the label of the snapshot, else that of the newest release with the item", () => {
    const { history } = given(
      release("1.0.0", "2026-01-01", add("use_type/film", { label: "Movie" })),
      release("1.1.0", "2026-02-01", grow("tv"), edit("use_type/film", { label: "Film" })),
      release("1.2.0", "2026-03-01", grow("web"))
    )
    const labelOf = makeLabels(history, edit("use_type/editorial", { label: "In the news" })(start))
    assert.strictEqual(labelOf(valueRef("use_type", "editorial")), "In the news")
    assert.strictEqual(labelOf(valueRef("use_type", "film")), "Film")
    assert.strictEqual(labelOf(dimensionRef("use_type")), "The use_type")
    assert.strictEqual(labelOf(licenseRef("NEWS")), "The NEWS")
    assert.isUndefined(labelOf(valueRef("use_type", "radio")))
  })
})
