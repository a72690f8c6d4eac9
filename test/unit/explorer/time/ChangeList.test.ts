import { assert, describe, it } from "@effect/vitest"
import { filterChanges, kindChoices, partChoices } from "../../../../src/explorer/time/ChangeGroups.tsx"
import { compareReleases } from "../../../../src/explorer/time/Comparison.ts"
import { makeRelease, makeValue } from "./Releases.ts"

const license = { code: "BASE", name: "Base", description: "A base license.", config: {} }
const rule = { id: "no-red", description: "Red is out.", forbid: { colour: { equals: "RED" } } }
const { changes } = compareReleases(
  makeRelease("1.0.0", [makeValue("RED"), makeValue("BLUE")]),
  makeRelease("2.0.0", [makeValue("GREEN"), makeValue("PINK")], {
    title: "All colours",
    licenses: [license],
    rules: [rule]
  })
)

describe("filterChanges", () => {
  it("offers each kind and each part of the taxonomy with the number of its changes", () => {
    assert.deepStrictEqual(
      kindChoices(changes).map(({ count, value }) => `${value} ${count}`),
      ["value-removed 2", "rule-added 1", "value-added 2", "license-added 1", "title-changed 1"]
    )
    assert.deepStrictEqual(
      partChoices(changes).map(({ count, value }) => `${value} ${count}`),
      ["dimensions/colour 4", "licenses 1", "rules 1", "taxonomy 1"]
    )
    for (const { count, value } of kindChoices(changes)) {
      assert.strictEqual(filterChanges(changes, { kind: value }).length, count)
    }
    for (const { count, value } of partChoices(changes)) {
      assert.strictEqual(filterChanges(changes, { part: value }).length, count)
    }
  })

  it("limits changes to a kind within a part, and shows all without a filter", () => {
    assert.deepStrictEqual(filterChanges(changes, {}), changes)
    assert.strictEqual(filterChanges(changes, { kind: "value-added", part: "dimensions/colour" }).length, 2)
    assert.deepStrictEqual(filterChanges(changes, { kind: "value-added", part: "licenses" }), [])
  })
})
