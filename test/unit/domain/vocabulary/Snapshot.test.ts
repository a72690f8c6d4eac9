import { assert, describe, it } from "@effect/vitest"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { start } from "../../../support/domain/TaxonomyEdits.ts"

const order = (...groups: ReadonlyArray<ReadonlyArray<string>>) =>
  snapshotOf({ ...start, groups: groups.map((dimensions, index) => ({ label: `Group ${index}`, dimensions })) })
    .dimensionsInOrder()
    .map(({ name }) => name)

describe("the order of dimensions", () => {
  it("is that of the groups, and then that of their names", () => {
    assert.deepStrictEqual(order(), ["attribution", "exclusive_categories", "use_type"])
    assert.deepStrictEqual(order(["use_type"]), ["use_type", "attribution", "exclusive_categories"])
    assert.deepStrictEqual(order(["use_type", "attribution"], ["exclusive_categories"]), [
      "use_type",
      "attribution",
      "exclusive_categories"
    ])
  })
})
