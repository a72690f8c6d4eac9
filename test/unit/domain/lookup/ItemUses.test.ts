import { assert, describe, it } from "@effect/vitest"
import { itemUses, usesOf } from "../../../../src/domain/lookup/ItemUses.ts"
import {
  dimensionRef,
  formatItem,
  licenseRef,
  valueRef,
  type ItemRef
} from "../../../../src/domain/taxonomy/ItemRef.ts"
import { deprecate, edit, forbid, start } from "../../../support/domain/TaxonomyEdits.ts"

const taxonomy = [
  deprecate("exclusive_categories/QSR_FAST_FOOD", "QSR"),
  deprecate("use_type/editorial", "attribution/byline"),
  deprecate("NEWS", "CLASS"),
  edit("CLASS", { config: { exclusive_categories: ["QSR", "COFFEE"] } }),
  forbid("no-qsr", { exclusive_categories: { contains_any: ["COFFEE", "QSR"] } })
].reduce((edited, each) => each(edited), start)

const used = (item: ItemRef): ReadonlyArray<string> =>
  usesOf(itemUses(taxonomy), item).map(
    ({ by, kind, location }) => `${kind} ${formatItem(by)} ${location.path.join(".")}`
  )

describe("itemUses", () => {
  it("lists licenses, rules and replacements with their places", () => {
    assert.deepStrictEqual(used(valueRef("exclusive_categories", "QSR")), [
      "config CLASS config.exclusive_categories.0",
      "condition rules/no-qsr forbid.exclusive_categories.contains_any.1",
      "replacement exclusive_categories/QSR_FAST_FOOD deprecated.replaced_by.0"
    ])
  })

  it("leaves out the item itself", () => {
    const own = deprecate("NEWS", "NEWS")(start)
    assert.deepStrictEqual(usesOf(itemUses(own), licenseRef("NEWS")), [])
  })

  it("lists what sets a dimension, and what moves to it", () => {
    assert.deepStrictEqual(used(dimensionRef("exclusive_categories")), [
      "config CLASS config.exclusive_categories",
      "config MENU config.exclusive_categories",
      "condition rules/no-qsr forbid.exclusive_categories"
    ])
    assert.deepStrictEqual(used(dimensionRef("attribution")), [
      "replacement use_type/editorial deprecated.replaced_by.0"
    ])
  })

  it("lists the licenses that a license replaces", () => {
    assert.deepStrictEqual(used(licenseRef("CLASS")), ["replacement NEWS deprecated.replaced_by.0"])
    assert.deepStrictEqual(used(licenseRef("MENU")), [])
  })
})
