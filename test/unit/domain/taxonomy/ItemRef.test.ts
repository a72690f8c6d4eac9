import { assert, describe, it } from "@effect/vitest"
import {
  conflictRuleRef,
  dimensionRef,
  formatItem,
  isSameItem,
  licenseRef,
  toItemId,
  valueRef
} from "../../../../src/domain/taxonomy/ItemRef.ts"

const items = [
  dimensionRef("use_type"),
  valueRef("use_type", "editorial"),
  licenseRef("NIL-EDU-IMAGE"),
  conflictRuleRef("global-or-countries")
]

describe("ItemRef", () => {
  it("formats each kind of item as findings and waivers name it", () => {
    assert.deepStrictEqual(items.map(formatItem), [
      "use_type",
      "use_type/editorial",
      "NIL-EDU-IMAGE",
      "rules/global-or-countries"
    ])
  })

  it("gives a dimension and a license of the same name different ids", () => {
    assert.notStrictEqual(toItemId(dimensionRef("image")), toItemId(licenseRef("image")))
    assert.isFalse(isSameItem(dimensionRef("image"), licenseRef("image")))
  })

  it("finds two references to one item equal", () => {
    assert.isTrue(isSameItem(valueRef("use_type", "editorial"), valueRef("use_type", "editorial")))
    assert.strictEqual(new Set(items.map(toItemId)).size, items.length)
  })
})
