import { assert, describe, it } from "@effect/vitest"
import { findRemovedItems } from "../../../../../src/domain/release/removal/RemovedItems.ts"
import { formatItem } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { skosHistory } from "../../../../support/skos/SkosHistory.ts"

const releaseOf = (version: string) => {
  const release = skosHistory.releases.get(Version.make(version))
  if (release === undefined) throw new Error(version)
  return release
}

describe("findRemovedItems", () => {
  it("finds what the release and earlier ones removed, with the values of a removed dimension", () => {
    const found = findRemovedItems(skosHistory, releaseOf("2.0.1"))
    assert.deepStrictEqual(
      found.map(({ item, removal, since }) => [formatItem(item), since?.version, removal?.version, removal?.date]),
      [
        ["tone", "1.1.0", "2.0.0", "2027-01-10T12:00:00Z"],
        ["NIL-2", "1.1.0", "2.0.0", "2027-01-10T12:00:00Z"],
        ["tone/A", undefined, "2.0.0", "2027-01-10T12:00:00Z"],
        ["use_type/teaching", "1.1.0", "2.0.0", "2027-01-10T12:00:00Z"]
      ]
    )
    assert.deepStrictEqual(
      found.map(({ content }) => content.translations?.["fr"]),
      [undefined, { name: "Licence 2" }, undefined, { label: "Enseignement" }]
    )
    assert.deepStrictEqual(findRemovedItems(skosHistory, releaseOf("1.1.0")), [])
  })

  it("finds what a working tree removes, and leaves out what it brings back", () => {
    const release = releaseOf("2.0.1")
    const { dimensions } = release.taxonomy
    const tree = {
      ...release.taxonomy,
      licenses: [],
      dimensions: dimensions.map((dimension) => ({
        ...dimension,
        values: [...dimension.values, { code: "teaching", label: "Teaching", description: "Again." }]
      }))
    }
    assert.deepStrictEqual(
      findRemovedItems(skosHistory, release, tree).map(({ item, removal }) => [formatItem(item), removal?.version]),
      [
        ["tone", "2.0.0"],
        ["NIL-1", undefined],
        ["NIL-2", "2.0.0"],
        ["tone/A", "2.0.0"]
      ]
    )
  })
})
