import { assert, describe, it } from "@effect/vitest"
import { relevantRules } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { conflicts } from "../../../../src/domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"

describe("relevantRules", () => {
  it.prop(
    "contains every rule that a config violates, in the order of the rules",
    [taxonomies, taxonomies],
    ([first, second]) => {
      const rules = [...first.rules, ...second.rules]
      for (const { config } of [...first.licenses, ...second.licenses]) {
        const relevant = relevantRules(rules, config)
        assert.deepStrictEqual(
          relevant.filter((rule) => conflicts(rule, config)),
          rules.filter((rule) => conflicts(rule, config))
        )
      }
    }
  )

  it("contains few of the rules that forbid other codes", () => {
    const rules = Array.from({ length: 1000 }, (_, index): ConflictRule => ({
      id: `r${index}`,
      description: "Text",
      forbid: { use_type: { contains: `V${index}` }, scope: { equals: "A" } }
    }))
    assert.deepStrictEqual(
      relevantRules(rules, { use_type: ["V17", "V4"], scope: "A" }).map(({ id }) => id),
      ["r4", "r17"]
    )
    assert.deepStrictEqual(relevantRules(rules, { scope: "A" }), [])
  })
})
