import { assert, describe, it } from "@effect/vitest"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { formatItemText } from "../../../../src/report/text/ItemText.ts"

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
