import { assert, describe, it } from "@effect/vitest"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import { findBase } from "../../../../src/explorer/time/ComparePage.tsx"
import { compareReleases, describeComparison, releaseNameOf } from "../../../../src/explorer/time/Comparison.ts"
import { makeEntry, makeRelease, makeValue } from "./Releases.ts"

const deprecated = { replaced_by: ["BLUE"] }
const older = makeRelease("1.9.0", [makeValue("RED", "Red", { deprecated }), makeValue("BLUE")])
const newer = makeRelease("1.10.0", [makeValue("BLUE", "Sky blue"), makeValue("GREEN")])

describe("compareReleases", () => {
  it("finds the net changes, their largest bump and the labels of both sides", () => {
    const { changes, direction, items, requiredBump } = compareReleases(older, newer)
    assert.deepStrictEqual(
      changes.map(({ kind }) => kind),
      ["value-removed", "value-text-changed", "value-added"]
    )
    assert.strictEqual(direction, "forwards")
    assert.strictEqual(requiredBump, "major")
    assert.strictEqual(items.labelOf(valueRef("colour", "RED")), "Red")
    assert.strictEqual(items.labelOf(valueRef("colour", "BLUE")), "Sky blue")
    assert.deepInclude(items.itemBefore(valueRef("colour", "RED")), { deprecated })
  })

  it("compares versions as numbers, and requires no bump on the way back", () => {
    const { changes, direction, requiredBump } = compareReleases(newer, older)
    assert.strictEqual(direction, "backwards")
    assert.strictEqual(requiredBump, undefined)
    assert.strictEqual(changes.length, 3)
  })

  it("lets the working tree follow every release, whatever version it declares", () => {
    const draft = { ...newer, version: "1.0.0", isDraft: true }
    assert.strictEqual(compareReleases(older, draft).direction, "forwards")
    assert.strictEqual(compareReleases(draft, older).direction, "backwards")
    assert.strictEqual(releaseNameOf(draft), "draft")
  })

  it("compares the first release with nothing", () => {
    const { changes, direction, requiredBump } = compareReleases(undefined, older)
    assert.strictEqual(direction, "first")
    assert.strictEqual(requiredBump, undefined)
    // It changes no title or namespace.
    assert.deepStrictEqual([...new Set(changes.map(({ kind }) => kind))], ["dimension-added"])
  })
})

describe("describeComparison", () => {
  it("says which bump is required, and by which changes", () => {
    const required = "These changes require a major release: value removed."
    assert.deepStrictEqual(describeComparison(compareReleases(older, newer), undefined), [required])
    const published = makeEntry("1.10.0", { base: "1.9.0", bump: "minor" })
    assert.deepStrictEqual(describeComparison(compareReleases(older, newer), published), [
      required,
      "1.10.0 was published as a minor release."
    ])
    assert.deepStrictEqual(describeComparison(compareReleases(older, newer), { ...published, bump: "major" }), [
      required,
      "1.10.0 was published as one."
    ])
  })

  it("does not judge a release by its comparison with another one than its base", () => {
    const published = makeEntry("1.10.0", { base: "1.9.5", bump: "patch" })
    assert.strictEqual(describeComparison(compareReleases(older, newer), published).length, 1)
  })

  it("speaks of no bump on the way back, of the first release, and without changes", () => {
    assert.deepStrictEqual(describeComparison(compareReleases(newer, older), undefined), [
      "This goes back in time, from 1.10.0 to the older 1.9.0. Only a later release has a version step."
    ])
    assert.deepStrictEqual(describeComparison(compareReleases(undefined, older), undefined), [
      "1.9.0 is the first release: everything in it is new."
    ])
    assert.deepStrictEqual(describeComparison(compareReleases(undefined, { ...older, isDraft: true }), undefined), [
      "The draft is the first release: everything in it is new."
    ])
    assert.deepStrictEqual(describeComparison(compareReleases(older, { ...older, version: "1.9.1" }), undefined), [
      "Both have the same content."
    ])
  })
})

describe("findBase", () => {
  const releases = [makeEntry("2.0.0", { base: "1.0.0" }), makeEntry("1.0.1", { base: "1.0.0" }), makeEntry("1.0.0")]
  const catalog = makeCatalog({ releases }, { items: [] })

  it("finds the release from which a release was made, not the one before it in the list", () => {
    assert.strictEqual(findBase(catalog, makeRelease("2.0.0", [])), "1.0.0")
    assert.strictEqual(findBase(catalog, makeRelease("1.0.0", [])), undefined)
  })

  it("compares the working tree with the base of its check, which need not be the newest release", () => {
    const draft = { ...makeRelease("1.0.2", []), isDraft: true }
    assert.strictEqual(findBase(catalog, { ...draft, draftBase: "1.0.1" }), "1.0.1")
    assert.strictEqual(findBase(catalog, draft), undefined)
  })
})
