import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { annotatedValues } from "../../../../../src/domain/taxonomy/Normalize.ts"
import { Code } from "../../../../../src/domain/taxonomy/Scalars.ts"
import type { Value } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import { repeatedLabels, type RepeatedLabel } from "../../../../../src/domain/taxonomy/traits/RepeatedLabels.ts"
import { hasUnusualText, findTextSlips } from "../../../../../src/domain/text/TextSlips.ts"
import { pick } from "../../../../support/arbitrary/pick.ts"

const values: Arbitrary.Arbitrary<ReadonlyArray<Value>> = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.all({
      code: pick("COFFEE_SHOP", "TEA_HOUSE", "JUICE-BAR", "milk_bar", "BAR"),
      label: pick("Coffee shops", "coffee  Shops", "Tea", "Bars of every kind and size.", "Tea "),
      description: pick("Shops.", "Shops", "A shop,", "A  shop.", "Un café."),
      definition: pick("", "Coffee or tea.", " Tea."),
      annotation: pick("none", "none", "none", "deprecated", "translated")
    }),
    { maxLength: 6 }
  ),
  (recipes) =>
    recipes.map(({ annotation, code, definition, description, label }) => ({
      code: Code.make(code),
      label,
      description,
      ...(definition === "" ? {} : { definition }),
      ...(annotation === "deprecated" ? { deprecated: { replaced_by: [], reason: "Unused" } } : {}),
      ...(annotation === "translated" ? { translations: { fr: { label: "Cafés" } } } : {})
    }))
)

const hasSlip = (text: string, isLabel: boolean): boolean =>
  findTextSlips(text, { language: undefined, isLabel }) !== undefined

describe("hasUnusualText", () => {
  it.prop("misses no value with more than texts, and no slip", [values], ([list]) => {
    const annotated = list.filter((value) => "deprecated" in value || "translations" in value)
    assert.deepStrictEqual(annotatedValues(list), annotated)
    if (hasUnusualText(list)) return
    assert.lengthOf(annotated, 0)
    for (const { definition = "", description, label } of list) {
      assert.isFalse(hasSlip(label, true) || hasSlip(description, false) || hasSlip(definition, false), label)
    }
  })

  it("passes over a list of plain values only", () => {
    const plain = { code: Code.make("TEA"), label: "Tea", description: "Leaves in water." }
    assert.isFalse(hasUnusualText([plain]))
    assert.isTrue(hasUnusualText([{ ...plain, definition: "Tea " }]))
    assert.isTrue(hasUnusualText([plain, { ...plain, translations: { fr: { label: "Thé " } } }]))
  })
})

describe("repeatedLabels", () => {
  it.prop("compares each label with those before it, ignoring case and spaces", [values], ([list]) => {
    const keyOf = ({ label }: Value) => label.toLowerCase().replaceAll(" ", "")
    const expected = list.flatMap((value, position): ReadonlyArray<RepeatedLabel> => {
      if (value.deprecated !== undefined || value.label.endsWith(".")) return []
      const first = list.findIndex((other) => other.deprecated === undefined && keyOf(other) === keyOf(value))
      return first < position ? [[first, position]] : []
    })
    assert.deepStrictEqual(repeatedLabels(list), expected)
  })
})
