import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import type { Draft } from "../../../../src/edit/draft/Draft.ts"
import { findSubject } from "../../../../src/edit/draft/DraftItems.ts"
import { addValue } from "../../../../src/edit/draft/NewItems.ts"
import { readCsv } from "../../../../src/import/csv/ImportCsv.ts"
import { formatTableProblem } from "../../../../src/import/csv/TableProblem.ts"
import { edit, shareCategories, start } from "../../../support/domain/TaxonomyEdits.ts"

const draftOf = (taxonomy: Taxonomy, ...own: ReadonlyArray<string>): Draft => ({
  taxonomy,
  history: emptyHistory,
  ownCodes: new Map([
    ["exclusive_categories", own],
    ["goods", ["QSR", "QSR_FAST_FOOD", "COFFEE"]]
  ]),
  configs: new Map()
})

const subject = (draft: Draft, text: string) =>
  Result.match(findSubject(draft, text), { onSuccess: formatItem, onFailure: ({ message }) => message })

const shared = shareCategories(start)

describe("a command on a value that two dimensions share", () => {
  it("acts where it is kept, and says so if the other dimension is named", () => {
    assert.strictEqual(subject(draftOf(shared), "QSR"), "goods/QSR")
    assert.strictEqual(subject(draftOf(shared), "the coffee"), "goods/COFFEE")
    assert.strictEqual(
      subject(draftOf(shared), "exclusive_categories/QSR"),
      '"exclusive_categories/QSR" is the value "goods/QSR", which several dimensions share. Name that one.'
    )
  })

  it("acts on the entry that the other dimension has itself", () => {
    const own = edit("exclusive_categories/QSR", { label: "Counters" })(shared)
    assert.strictEqual(subject(draftOf(own, "QSR"), "exclusive_categories/QSR"), "exclusive_categories/QSR")
  })

  it("adds a value only where it is kept", () => {
    const value = { code: "TEA", label: "Tea", description: "Leaves." }
    const add = (dimension: string) =>
      Result.match(addValue(draftOf(shared), { dimension, value }), {
        onSuccess: (changes) => changes.length,
        onFailure: ({ message }) => message
      })
    assert.strictEqual(add("goods"), 1)
    assert.include(String(add("exclusive_categories")), 'Add "goods/TEA".')
  })
})

describe("a table with a row for a shared value", () => {
  const imported = (...rows: ReadonlyArray<string>) =>
    Result.match(readCsv(new TextEncoder().encode(["dimension,code,label", ...rows].join("\n")), shared, undefined), {
      onSuccess: ({ imports }) => imports.flatMap(({ changes }) => changes.map(({ after }) => after.label)),
      onFailure: (problems) => problems.map(formatTableProblem)
    })

  it("changes it in the dimension that keeps it", () => {
    assert.deepStrictEqual(imported("exclusive_categories,QSR,The QSR", "goods,QSR,Counters"), ["Counters"])
    assert.deepStrictEqual(imported("exclusive_categories,QSR,Counters"), [
      "row 2, column dimension: This is the value goods/QSR, which several dimensions share. Change it there."
    ])
  })
})
