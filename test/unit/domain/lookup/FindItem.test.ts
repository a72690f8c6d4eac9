import { assert, describe, it } from "@effect/vitest"
import { findItem } from "../../../../src/domain/lookup/FindItem.ts"
import { itemEntries } from "../../../../src/domain/lookup/ItemEntries.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { add, forbid, start } from "../../../support/domain/TaxonomyEdits.ts"

const taxonomy = [
  add("use_type/COFFEE", { label: "Café" }),
  add("attribution/other"),
  add("use_type/other"),
  forbid("no-coffee", { use_type: { contains: "COFFEE" } })
].reduce((edited, edit) => edit(edited), start)
const entries = itemEntries(taxonomy)

const lookUp = (text: string): string => {
  const found = findItem(entries, text)
  switch (found._tag) {
    case "Found":
      return formatItem(found.entry.item)
    case "Ambiguous":
      return found.candidates.map(({ item }) => formatItem(item)).join(" | ")
    case "Unknown":
      return `? ${found.suggestion}`
  }
}

describe("findItem", () => {
  it.each([
    ["exclusive_categories/QSR", "exclusive_categories/QSR"],
    ["EXCLUSIVE_CATEGORIES/qsr", "exclusive_categories/QSR"],
    ["use_type", "use_type"],
    ["CLASS", "CLASS"],
    ["rules/no-coffee", "rules/no-coffee"],
    [" QSR ", "exclusive_categories/QSR"],
    ["qsr_fast_food", "exclusive_categories/QSR_FAST_FOOD"],
    ["no-coffee", "rules/no-coffee"],
    ["cafe", "use_type/COFFEE"],
    ["The CLASS", "CLASS"]
  ])("finds what %s names", (text, item) => {
    assert.strictEqual(lookUp(text), item)
  })

  it("lists every item that a bare code names", () => {
    assert.strictEqual(lookUp("other"), "attribution/other | use_type/other")
    assert.strictEqual(lookUp("coffee"), "exclusive_categories/COFFEE | use_type/COFFEE")
  })

  it.each([
    ["exclusive_categories/QRS", "? exclusive_categories/QSR"],
    ["editorail", "? use_type/editorial"],
    ["entirely different", "? undefined"]
  ])("suggests an item for %s", (text, suggestion) => {
    assert.strictEqual(lookUp(text), suggestion)
  })
})
