import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { repeatedLabels, type RepeatedLabel } from "../../../../../src/domain/checks/source/DuplicateLabel.ts"
import { Code } from "../../../../../src/domain/taxonomy/Scalars.ts"
import type { Value } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import { pick } from "../../../../support/arbitrary/pick.ts"
import { allFindings, given, release } from "../../../../support/domain/ReleaseScenario.ts"
import { edit } from "../../../../support/domain/TaxonomyEdits.ts"

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

describe("source/repeated-name", () => {
  it("warns of other names that are the label or an earlier one, ignoring case, in each language", () => {
    const names = {
      label: "Coffee",
      alt_labels: ["Espresso", "coffee", "ESPRESSO", "Quick-service restaurants"],
      translations: { fr: { label: "Cafés", alt_labels: ["cafés", "Bistrots"] } }
    }
    const decision = given(release("1.0.0", "2026-01-10")).when(
      "1.1.0",
      "2026-02-10",
      edit("exclusive_categories/COFFEE", names)
    )
    assert.deepStrictEqual(
      allFindings(decision).flatMap(({ context, location, rule }) =>
        rule === "source/repeated-name" && location._tag === "Item"
          ? [`${location.path.join(".")} ${JSON.stringify(context["is_label"])}`]
          : []
      ),
      ["alt_labels.1 true", "alt_labels.2 false", "translations.fr.alt_labels.0 true"]
    )
  })
})
