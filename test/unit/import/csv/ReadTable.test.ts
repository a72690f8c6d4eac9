import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Translations } from "../../../../src/domain/taxonomy/Translations.ts"
import { findColumns, rowCells } from "../../../../src/import/csv/ReadTable.ts"

const rowOf = (fields: Readonly<Record<string, string>>) =>
  rowCells(Result.getOrThrow(findColumns(Object.keys(fields))), { row: 3, cells: Object.values(fields) })

const cells = rowOf({
  dimension: " use_type ",
  code: "'=SUM",
  label: "News",
  "label:fr": "Nouvelles",
  "label:de": " ",
  description: "",
  "description:fr": "Du jour"
})

describe("the cells of a row", () => {
  it("are read by column, without spaces at their ends and without the guard against formulas", () => {
    assert.strictEqual(cells.row, 3)
    assert.strictEqual(cells.cellIn("dimension"), "use_type")
    assert.strictEqual(cells.cellIn("code"), "=SUM")
    assert.isUndefined(cells.cellIn("reason"))
  })

  it("have a text, none where they are empty, and the one before without a column", () => {
    assert.strictEqual(cells.textIn({ text: "label" }, "Old"), "News")
    assert.strictEqual(cells.textIn({ text: "label", language: "fr" }, "Old"), "Nouvelles")
    assert.isUndefined(cells.textIn({ text: "description" }, "Old"))
    assert.strictEqual(cells.textIn({ text: "definition" }, "Old"), "Old")
    assert.strictEqual(cells.textIn({ text: "label", language: "es" }, "Old"), "Old")
  })

  it("change the translations that have a column, and keep the others", () => {
    const before: Translations = {
      de: { label: "Alt" },
      es: { label: "Viejo" },
      fr: { label: "Vieux", definition: "Un mot" }
    }
    assert.deepStrictEqual(cells.translationsOf(["label", "description"], before), {
      es: { label: "Viejo" },
      fr: { label: "Nouvelles", definition: "Un mot", description: "Du jour" }
    })
    assert.deepStrictEqual(cells.translationsOf(["reason"], before), before)
    assert.isUndefined(cells.translationsOf(["reason"], undefined))
    assert.isUndefined(
      rowOf({ dimension: "use_type", code: "news", "label:de": "" }).translationsOf(["label"], { de: { label: "Alt" } })
    )
  })

  it("name the columns of a text that are filled", () => {
    assert.deepStrictEqual(cells.filledTexts("label"), ["label", "label:fr"])
    assert.deepStrictEqual(cells.filledTexts("description"), ["description:fr"])
    assert.deepStrictEqual(cells.filledTexts("reason"), [])
    assert.deepStrictEqual(cells.texts, [
      { name: "label", text: "News" },
      { name: "label:fr", text: "Nouvelles" },
      { name: "description:fr", text: "Du jour" }
    ])
  })
})
