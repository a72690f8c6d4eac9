import { assert, describe, it } from "@effect/vitest"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { groupChanges } from "../../../../src/report/changes/ChangeKinds.ts"

const dimensionAdded = (dimension: string, required: boolean): Change => ({
  kind: "dimension-added",
  bump: required ? "major" : "minor",
  dimension,
  after: { name: dimension, label: dimension, description: "Text.", shape: "multiple", required, values: [] }
})
const ruleRemoved: Change = { kind: "rule-removed", bump: "minor", rule: "film-not-worldwide" }
const changes = [dimensionAdded("use", true), ruleRemoved, dimensionAdded("place", false)]

const titlesOf = (...given: Parameters<typeof groupChanges>) =>
  groupChanges(...given).map((group) => [group.title, group.changes.length])

describe("groupChanges", () => {
  it("tells changes of a kind apart by the bump that they require", () => {
    assert.deepStrictEqual(titlesOf(changes), [
      ["Dimension added", 1],
      ["Dimension added", 1],
      ["Conflict rule removed", 1]
    ])
  })

  it("tells new and removed translations from changed ones", () => {
    const texts = { fr: { label: "Usage" } }
    const translations = [{ after: texts }, { before: texts, after: { fr: { label: "Emploi" } } }, { before: texts }]
    const changed = translations.map((each): Change => ({
      kind: "dimension-translations-changed",
      bump: "patch",
      dimension: "use",
      ...each
    }))
    assert.deepStrictEqual(titlesOf(changed), [
      ["Translation of a dimension added", 1],
      ["Translation of a dimension changed", 1],
      ["Translation of a dimension removed", 1]
    ])
  })

  it("names each kind once in a first release, where no change requires a bump", () => {
    assert.deepStrictEqual(titlesOf(changes, true), [
      ["Dimensions added", 2],
      ["Conflict rule removed", 1]
    ])
  })
})
