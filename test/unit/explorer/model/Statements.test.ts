import { assert, describe, it } from "@effect/vitest"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import type { Dimension } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { describeTerm } from "../../../../src/domain/terms/Statements.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { compareTerms, termText } from "../../../../src/explorer/model/Statements.ts"
import { flags, taxonomyOf, territory, useType } from "../../../support/domain/SmallTaxonomy.ts"

const translated: Dimension = {
  ...useType,
  values: [
    { code: "editorial", label: "Editorial", description: "News.", translations: { fr: { label: "Presse" } } },
    { code: "educational", label: "Educational", description: "For teaching." }
  ]
}
const snapshot = snapshotOf(taxonomyOf({ dimensions: [flags, territory, translated] }))

const shares = (dimension: Dimension, ...configs: ReadonlyArray<Config>) => {
  const terms = configs.map((config) => describeTerm(snapshot, config, dimension))
  const { countOf, isSame } = compareTerms(terms)
  return {
    isSame,
    counts: terms.map((statements) =>
      statements.flatMap((said) =>
        said.items.length === 0 ? [countOf(said, undefined)] : said.items.map((item) => countOf(said, item))
      )
    )
  }
}

describe("compareTerms", () => {
  it("ignores the order of a list", () => {
    const [one, other] = [
      ["editorial", "educational"],
      ["educational", "editorial"]
    ]
    assert.isTrue(shares(useType, { use_type: one }, { use_type: other }).isSame)
  })

  it("counts the terms that say the same of an item", () => {
    assert.deepStrictEqual(
      shares(useType, { use_type: ["editorial", "educational"] }, { use_type: ["editorial"] }, {}),
      { isSame: false, counts: [[2, 1], [2], [1]] }
    )
  })

  it("tells yes from no, and the whole world from a country", () => {
    assert.isFalse(
      shares(flags, { ai_synthetic_use: { avatar_only: true } }, { ai_synthetic_use: { avatar_only: false } }).isSame
    )
    assert.deepStrictEqual(
      shares(
        territory,
        { territory: { global: true, countries: [] } },
        { territory: { global: false, countries: ["NO"] } }
      ),
      { isSame: false, counts: [[1], [1]] }
    )
  })
})

describe("termText", () => {
  it("names values by their labels in the language, and unknown ones by their codes", () => {
    assert.strictEqual(
      termText(snapshot, { use_type: ["editorial", "unknown"] }, translated, ["fr"]),
      "Presse and unknown."
    )
    assert.strictEqual(termText(snapshot, {}, translated, []), "Not stated.")
  })
})
