import { assert, describe, it } from "@effect/vitest"
import { itemEntries } from "../../../../src/domain/lookup/ItemUses.ts"
import { findItem } from "../../../../src/domain/lookup/SearchItems.ts"
import { formatItem, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { edit, shareCategories, start } from "../../../support/domain/TaxonomyEdits.ts"

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

describe("a value that several dimensions share", () => {
  const ownerIn = (taxonomy: Taxonomy, code: string) =>
    formatItem(snapshotOf(taxonomy).ownerOf(valueRef("exclusive_categories", code)))

  it("is kept in the last dimension that values_of names", () => {
    const shared = shareCategories(start)
    assert.strictEqual(ownerIn(shared, "QSR"), "goods/QSR")
    assert.strictEqual(ownerIn(structuredClone(shared), "QSR"), "goods/QSR")
    assert.strictEqual(ownerIn(start, "QSR"), "exclusive_categories/QSR")
    assert.strictEqual(ownerIn(shared, "NONE"), "exclusive_categories/NONE")
  })

  it("is a value of its own where an entry gives it another text", () => {
    const shared = edit("exclusive_categories/QSR", { label: "Counters" })(shareCategories(start))
    assert.strictEqual(ownerIn(shared, "QSR"), "exclusive_categories/QSR")
    assert.strictEqual(ownerIn(shared, "COFFEE"), "goods/COFFEE")
  })

  it("is no other one where two dimensions name each other", () => {
    const shared = shareCategories(start)
    const dimensions = shared.dimensions.map((dimension) =>
      dimension.name === "goods" ? { ...dimension, values_of: "exclusive_categories" } : dimension
    )
    assert.strictEqual(ownerIn({ ...shared, dimensions }, "QSR"), "goods/QSR")
  })

  it("is found by its code, and listed once", () => {
    const shared = shareCategories(start)
    const found = findItem(itemEntries(shared), "qsr", (item) => snapshotOf(shared).ownerOf(item))
    assert.strictEqual(found._tag === "Found" ? formatItem(found.entry.item) : found._tag, "goods/QSR")
    assert.strictEqual(findItem(itemEntries(shared), "qsr")._tag, "Ambiguous")
    const values = snapshotOf(shared)
      .valuesInOrder()
      .map(({ dimension, value }) => `${dimension}/${value.code}`)
    assert.deepStrictEqual(
      values.filter((name) => name.endsWith("QSR")),
      ["goods/QSR"]
    )
  })
})
