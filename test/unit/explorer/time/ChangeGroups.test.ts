import { assert, describe, it } from "@effect/vitest"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import { findChangeNotice } from "../../../../src/explorer/time/ChangeGroups.tsx"
import { compareReleases } from "../../../../src/explorer/time/Comparison.ts"
import { makeEntry, makeRelease, makeValue } from "./Releases.ts"

const releases = [
  makeEntry("2.0.0", { base: "1.1.0", published_at: "2026-01-01T12:00:00Z" }),
  makeEntry("1.1.0", { base: "1.0.0" }),
  makeEntry("1.0.0")
]
const red = {
  item: "colour/RED",
  kind: "value",
  label: "RED",
  added_in: "1.0.0",
  deprecated_in: "1.1.0",
  removed_in: "2.0.0",
  removed_on: "2025-01-10",
  replacement: { mode: "one_of", items: ["colour/PINK"] }
} as const
const catalog = makeCatalog({ releases }, { items: [red] })
const deprecated = { replaced_by: ["PINK"] }

const noticesOf = (before: ReturnType<typeof makeRelease>, after: ReturnType<typeof makeRelease>) => {
  const comparison = compareReleases(before, after)
  return comparison.changes.map((change) => findChangeNotice(catalog, comparison, change, [], "2026-11-22T00:00:00Z"))
}

describe("findChangeNotice", () => {
  const [first, second, third] = [
    makeRelease("1.0.0", [makeValue("RED"), makeValue("PINK")]),
    makeRelease("1.1.0", [makeValue("RED", "RED", { deprecated }), makeValue("PINK")]),
    makeRelease("2.0.0", [makeValue("PINK")])
  ]

  it("says what replaces a removed item, also in a comparison with a release from before its deprecation", () => {
    for (const before of [first, second]) {
      const [notice] = noticesOf(before, third)
      assert.deepStrictEqual(notice?.replacements, [valueRef("colour", "PINK")])
      assert.strictEqual(notice?.removal?.may_go, "removed")
    }
  })

  it("says what replaces a deprecated item", () => {
    const [notice] = noticesOf(first, second)
    assert.deepStrictEqual(notice?.replacements, [valueRef("colour", "PINK")])
  })

  it("says what replaces an item that only the working tree removes", () => {
    const blue = makeRelease("2.0.0", [makeValue("BLUE", "BLUE", { deprecated }), makeValue("PINK")])
    const [notice] = noticesOf(blue, { ...third, version: "3.0.0", isDraft: true })
    assert.deepStrictEqual(notice?.replacements, [valueRef("colour", "PINK")])
  })

  it("has nothing to say of other changes", () => {
    assert.deepStrictEqual(noticesOf(third, first), [undefined])
  })
})
