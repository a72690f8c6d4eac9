import { assert, describe, it } from "@effect/vitest"
import { diff } from "../../../../../../src/domain/change/Diff.ts"
import { findRenames } from "../../../../../../src/domain/checks/deprecation/facts/Renames.ts"
import { dimensionRef, licenseRef, valueRef, type ItemRef } from "../../../../../../src/domain/taxonomy/ItemRef.ts"
import { add, edit, remove, start, type Edit } from "../../../../../support/domain/TaxonomyEdits.ts"

const coffee = valueRef("exclusive_categories", "COFFEE")
const removeCoffee = remove("exclusive_categories/COFFEE")
const addCafe = (extra: object) => add("exclusive_categories/ESPRESSO_BARS", extra)
const cafe = valueRef("exclusive_categories", "ESPRESSO_BARS")

/** The item that a removed one looks renamed to, after edits of the first snapshot. */
const renameOf = (removed: ItemRef, ...edits: ReadonlyArray<Edit>) => {
  const after = edits.reduce((taxonomy, change) => change(taxonomy), start)
  return findRenames(start, diff(start, after))(removed)
}

describe("what a removed item looks renamed to", () => {
  it("is nothing if no item is added to its list", () => {
    assert.isUndefined(renameOf(coffee, removeCoffee))
    assert.isUndefined(renameOf(coffee, removeCoffee, add("use_type/COFFE", { label: "The COFFEE" })))
    assert.isUndefined(renameOf(coffee, removeCoffee, add("COFFE", { name: "The COFFEE" })))
  })

  it("is the added value with its label or its description", () => {
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, addCafe({ label: "The COFFEE" })), cafe)
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, addCafe({ description: "What COFFEE means." })), cafe)
    assert.isUndefined(renameOf(coffee, removeCoffee, addCafe({})))
    assert.isUndefined(renameOf(coffee, removeCoffee, addCafe({ label: "What COFFEE means." })))
  })

  it("is the added value with a similar code, unless another has its text", () => {
    const similar = add("exclusive_categories/COFFE")
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, similar), valueRef("exclusive_categories", "COFFE"))
    assert.deepStrictEqual(renameOf(coffee, removeCoffee, similar, addCafe({ label: "The COFFEE" })), cafe)
  })

  it("is the first of several added values with its text", () => {
    const texts = { label: "The COFFEE" }
    assert.deepStrictEqual(
      renameOf(coffee, removeCoffee, addCafe(texts), add("exclusive_categories/TEA_ROOMS", texts)),
      cafe
    )
  })

  it("is a license for a license, and a dimension for a dimension", () => {
    const license = { name: "The NEWS" }
    assert.deepStrictEqual(renameOf(licenseRef("NEWS"), remove("NEWS"), add("PRESS", license)), licenseRef("PRESS"))
    assert.deepStrictEqual(renameOf(licenseRef("NEWS"), remove("NEWS"), add("NEWSS")), licenseRef("NEWSS"))
    assert.isUndefined(renameOf(licenseRef("NEWS"), remove("NEWS"), add("press", { label: "The NEWS" })))
    const dimension = { label: "The use_type" }
    assert.deepStrictEqual(
      renameOf(dimensionRef("use_type"), remove("use_type"), add("purpose", dimension)),
      dimensionRef("purpose")
    )
    assert.deepStrictEqual(
      renameOf(dimensionRef("use_type"), remove("use_type"), add("use_typ")),
      dimensionRef("use_typ")
    )
  })

  it("is found for each of several values of one dimension", () => {
    const after = [
      removeCoffee,
      remove("exclusive_categories/QSR"),
      addCafe({ label: "The COFFEE" }),
      add("exclusive_categories/DINERS", { description: "What QSR means." }),
      edit("use_type", { label: "Use" })
    ].reduce((taxonomy, change) => change(taxonomy), start)
    const find = findRenames(start, diff(start, after))
    assert.deepStrictEqual(find(coffee), cafe)
    assert.deepStrictEqual(find(valueRef("exclusive_categories", "QSR")), valueRef("exclusive_categories", "DINERS"))
    assert.isUndefined(find(valueRef("unknown", "QSR")))
    assert.isUndefined(find(licenseRef("QSR")))
  })
})
