import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { repeatedLabels, type RepeatedLabel } from "../../../../../src/domain/checks/source/DuplicateLabel.ts"
import { Code } from "../../../../../src/domain/taxonomy/Scalars.ts"
import type { Value } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
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
