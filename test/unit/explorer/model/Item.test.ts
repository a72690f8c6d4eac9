import { assert, describe, it } from "@effect/vitest"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { itemState, labelOf } from "../../../../src/explorer/model/Item.ts"
import type { ShownRelease } from "../../../../src/explorer/model/Release.ts"
import { taxonomyOf, useType } from "../../../support/domain/SmallTaxonomy.ts"
import { catalogExample } from "../../../support/explorer/CatalogExample.ts"

const water = {
  code: "WATER",
  label: "Water",
  description: "To drink.",
  translations: { fr: { label: "Eau" }, de: { description: "Zum Trinken." } }
}
const release = (version: string, changed: Partial<ShownRelease> = {}): ShownRelease => ({
  version,
  isDraft: false,
  publishedAt: "2025-01-10T12:00:00Z",
  taxonomy: taxonomyOf({
    dimensions: [
      {
        ...useType,
        values: [water, { code: "OLD", label: "Old", description: "Old.", deprecated: { replaced_by: ["WATER"] } }]
      }
    ]
  }),
  deprecations: new Map(),
  ...changed
})
const draft = release("2.2.0", { isDraft: true })
const state = (of: ShownRelease, code: string) => itemState(catalogExample, of, valueRef("use_type", code))

describe("itemState", () => {
  it("tells what a release has", () => {
    assert.deepStrictEqual(state(release("2.0.0"), "WATER"), { _tag: "Present" })
    assert.deepStrictEqual(state(release("2.0.0"), "OLD"), { _tag: "Deprecated" })
  })

  it("tells what was removed, and what came later", () => {
    assert.deepStrictEqual(state(release("2.0.0"), "EDITORIAL"), { _tag: "Removed", version: "2.0.0" })
    assert.deepStrictEqual(state(release("2.0.0"), "LATE"), { _tag: "Later", version: "2.1.0" })
    assert.deepStrictEqual(state(release("2.0.0"), "constructor"), { _tag: "Unknown" })
  })

  it("tells what the working tree adds and removes", () => {
    assert.deepStrictEqual(state(draft, "OLD"), { _tag: "New", isDeprecated: true })
    assert.deepStrictEqual(state(draft, "WATER"), { _tag: "Present" })
    assert.deepStrictEqual(state(draft, "LATE"), { _tag: "Dropped" })
    assert.deepStrictEqual(state(draft, "EDITORIAL"), { _tag: "Removed", version: "2.0.0" })
  })
})

describe("labelOf", () => {
  const label = (item: Parameters<typeof labelOf>[2], ...languages: ReadonlyArray<string>) =>
    labelOf(catalogExample, release("2.0.0"), item, languages)

  it("is the label of the release, in the first language that has it", () => {
    assert.deepStrictEqual(label(valueRef("use_type", "WATER")), { text: "Water", language: undefined })
    assert.deepStrictEqual(label(valueRef("use_type", "WATER"), "de", "fr"), { text: "Eau", language: "fr" })
    assert.deepStrictEqual(label(dimensionRef("use_type"), "fr"), { text: "Use type", language: undefined })
    assert.deepStrictEqual(label(licenseRef("NIL-1")), { text: "A license", language: undefined })
  })

  it("is the last label of a removed item", () => {
    assert.deepStrictEqual(label(valueRef("use_type", "EDITORIAL")), { text: "Editorial", language: undefined })
  })

  it("is missing for conflict rules and unknown items", () => {
    assert.isUndefined(label(conflictRuleRef("global-or-countries")))
    assert.isUndefined(label(licenseRef("NIL-404")))
  })
})
