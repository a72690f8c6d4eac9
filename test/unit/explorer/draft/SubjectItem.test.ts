import { assert, describe, it } from "@effect/vitest"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { findSubject } from "../../../../src/explorer/draft/SubjectItem.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import { makeRelease, makeValue } from "../time/Releases.ts"

const items = [
  { item: "colour/GONE", kind: "value", label: "Gone", added_in: "1.0.0", removed_in: "2.0.0" },
  { item: "OLD", kind: "license", label: "Old", added_in: "1.0.0", removed_in: "2.0.0" }
] as const
const catalog = makeCatalog({ releases: [] }, { items: [...items] })
const draft = makeRelease("2.1.0", [makeValue("RED")], {
  licenses: [{ code: "BASE", name: "Base", description: "A base license.", config: {} }],
  rules: [{ id: "no-red", description: "Red is out.", forbid: { colour: { equals: "RED" } } }]
})

describe("findSubject", () => {
  it("finds the items of the working tree by the names in reports", () => {
    assert.deepStrictEqual(findSubject(catalog, draft, "colour"), dimensionRef("colour"))
    assert.deepStrictEqual(findSubject(catalog, draft, "colour/RED"), valueRef("colour", "RED"))
    assert.deepStrictEqual(findSubject(catalog, draft, "BASE"), licenseRef("BASE"))
    assert.deepStrictEqual(findSubject(catalog, draft, "rules/no-red"), conflictRuleRef("no-red"))
  })

  it("finds what the working tree removed, also if it cannot be read", () => {
    assert.deepStrictEqual(findSubject(catalog, draft, "colour/GONE"), valueRef("colour", "GONE"))
    assert.deepStrictEqual(findSubject(catalog, undefined, "OLD"), licenseRef("OLD"))
  })

  it("finds nothing for a name that no item has", () => {
    assert.strictEqual(findSubject(catalog, draft, "colour/NEVER"), undefined)
    assert.strictEqual(findSubject(catalog, draft, "a text"), undefined)
  })
})
