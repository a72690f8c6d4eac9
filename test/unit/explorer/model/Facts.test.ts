import { assert, describe, it } from "@effect/vitest"
import { dimensionRef, formatItem, valueRef, type ItemRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { factsOf } from "../../../../src/explorer/model/Facts.ts"
import { commercialScope, flags, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const taxonomy = taxonomyOf({
  dimensions: [
    { ...commercialScope, role: "exclusivity", unset: "open", reserves: "use_type", within: ["territory"] },
    territory,
    flags,
    {
      ...useType,
      values: [
        ...useType.values,
        {
          code: "PRESS",
          label: "Press",
          description: "Press.",
          alt_labels: ["Newspapers", "Magazines"],
          notes: "Ask first.",
          examples: ["A report."],
          role: ["permission", "limit"],
          reserves: "everything",
          broader: ["editorial"],
          citations: [{ title: "Title 16", url: "https://example.org/" }]
        }
      ]
    }
  ]
})

const facts = (item: ItemRef) =>
  factsOf(taxonomy, item).map(({ citations, items, title, words }) =>
    [title, ...items.map(formatItem), ...words, ...citations.map((each) => each.title)].join(" | ")
  )

describe("factsOf", () => {
  it("says in plain words what a value says of a license, and names the kinds above it", () => {
    assert.deepStrictEqual(facts(valueRef("use_type", "PRESS")), [
      "Other names",
      "Notes",
      "Examples",
      "What it says | what the licensee may do | what the licensee may not do",
      "Reserved for the licensee | everything that the license grants",
      "Kinds above | use_type/editorial",
      "Sources | Title 16"
    ])
  })

  it("names the kinds below a value", () => {
    assert.deepStrictEqual(facts(valueRef("use_type", "editorial")), ["Kinds below | use_type/PRESS"])
  })

  it("says what silence about a dimension means, and what it reserves", () => {
    assert.deepStrictEqual(facts(dimensionRef("commercial_scope")), [
      "What it says | what the licensor may not grant to others",
      "If a license does not set it | the agreement decides",
      "Reserved for the licensee | use_type",
      "Reserved only within | territory"
    ])
  })

  it("is empty for what a release does not have", () => {
    assert.deepStrictEqual(facts(valueRef("use_type", "absent")), [])
  })
})
