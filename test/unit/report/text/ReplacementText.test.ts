import { assert, describe, it } from "@effect/vitest"
import { dimensionRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { formatInsteadText } from "../../../../src/report/text/ReplacementText.ts"
import { edit, start } from "../../../support/domain/TaxonomyEdits.ts"

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
