import { assert, describe, it } from "@effect/vitest"
import { dimensionRef, formatItem, valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../src/domain/taxonomy/Version.ts"
import { helpOf, labelOf, messageOf, relatedMessageOf, subjectOf } from "../../../src/report/FindingText.ts"
import type { ItemFacts } from "../../../src/report/ItemFacts.ts"
import { findingWithText } from "./HostileReports.ts"

const items: ItemFacts = {
  labelOf: (item) => ({ "use/film": "Film", use: "use" })[formatItem(item)],
  itemBefore: () => undefined
}

describe("the texts of a finding", () => {
  it("are its message and help, and its item by name and by label", () => {
    const found = findingWithText("It is old", { item: valueRef("use", "film") })
    assert.strictEqual(messageOf(found), "v1 ended on 2026-01-01: It is old")
    assert.strictEqual(helpOf(found), "Release on a later major version, such as v2.")
    assert.strictEqual(subjectOf(found), "use/film")
    assert.strictEqual(labelOf(found, items), "Film (use/film)")
    assert.strictEqual(labelOf({ ...found, item: dimensionRef("use") }, items), "use")
    assert.isUndefined(labelOf({ ...found, item: dimensionRef("tone") }, items))
  })

  it("name no item if it concerns none", () => {
    assert.isUndefined(subjectOf(findingWithText("m")))
    assert.isUndefined(labelOf(findingWithText("m"), items))
  })
})

describe("relatedMessageOf", () => {
  it("says what is at each kind of related location", () => {
    const place = { file: "a.yaml", line: 1, column: 1, end_line: 1, end_column: 2 }
    const location = { _tag: "Header", path: [] } as const
    const version = Version.make("1.2.0")
    const value = { kind: "value-removed", bump: "major", item: valueRef("use", "film"), location } as const
    const title = { kind: "title-changed", bump: "patch", location } as const
    assert.strictEqual(relatedMessageOf({ _tag: "Removed", place, release: version }), "the removed item in 1.2.0")
    assert.strictEqual(
      relatedMessageOf({ _tag: "NearWaiver", place, version }),
      "A waiver of this finding exists, but for version 1.2.0"
    )
    assert.strictEqual(
      relatedMessageOf({ _tag: "FollowUp", place, finding: findingWithText("It is old") }),
      "v1 ended on 2026-01-01: It is old"
    )
    assert.strictEqual(
      relatedMessageOf({ _tag: "Change", place, change: value }),
      "the removal of use/film requires a major release"
    )
    assert.strictEqual(
      relatedMessageOf({ _tag: "Change", place, change: title }),
      "the changed text of the taxonomy requires a patch release"
    )
  })
})
