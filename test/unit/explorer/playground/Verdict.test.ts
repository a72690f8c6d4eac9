import { assert, describe, it } from "@effect/vitest"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { dimensionRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { ShownRelease } from "../../../../src/explorer/model/Release.ts"
import { missingItem, releaseBeforeRemovals } from "../../../../src/explorer/playground/Verdict.tsx"
import { taxonomyOf, useType } from "../../../support/domain/SmallTaxonomy.ts"
import { catalogExample } from "../../../support/explorer/CatalogExample.ts"

const taxonomy = taxonomyOf({
  dimensions: [{ ...useType, shape: "multiple", values: [{ code: "WATER", label: "Water", description: "To drink." }] }]
})
const release: ShownRelease = {
  version: "2.0.0",
  isDraft: false,
  publishedAt: "2025-08-20T12:00:00Z",
  taxonomy,
  deprecations: new Map()
}
const problemsOf = (config: unknown) => configProblems(vocabularyOf(taxonomy.dimensions, taxonomy.rules), config)

describe("missingItem", () => {
  it("is the value or the dimension that a release does not have", () => {
    const problems = problemsOf({ use_type: ["EDITORIAL", "WATER"], other: "X" })
    assert.deepStrictEqual(problems.map(missingItem), [valueRef("use_type", "EDITORIAL"), dimensionRef("other")])
    assert.deepStrictEqual(problemsOf({ use_type: "WATER" }).map(missingItem), [undefined])
  })
})

describe("releaseBeforeRemovals", () => {
  it("is the base of the release that removed an item", () => {
    const problems = problemsOf({ use_type: ["LATE", "EDITORIAL"], other: "X" })
    assert.strictEqual(releaseBeforeRemovals(catalogExample, release, problems), "1.3.0")
  })

  it("is missing if no item was removed", () => {
    const problems = problemsOf({ use_type: ["LATE", "NEVER"] })
    assert.strictEqual(releaseBeforeRemovals(catalogExample, release, problems), undefined)
  })
})
