import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { formatRowBase } from "../../../../src/export/csv/CsvColumns.ts"
import { readCsv } from "../../../../src/import/csv/ImportCsv.ts"
import { commitsInTable } from "../../../../src/import/csv/ImportItems.ts"
import { formatTableProblem } from "../../../../src/import/csv/TableProblem.ts"

const commit = "0123456789ab"

const news: Value = { code: "news", label: "News", description: "Reports.", translations: { fr: { label: "Presse" } } }
const study: Value = { code: "study", label: "Study", description: "Teaching." }

const taxonomyOf = (...values: ReadonlyArray<Value>): Taxonomy => ({
  namespace: "sample",
  title: "T",
  description: "D",
  dimensions: [{ name: "use_type", label: "Use", description: "D", shape: "multiple", required: false, values }],
  licenses: [],
  rules: []
})

/** Imports rows of `base,code,label,description,label:fr`, exported from `news` and `study`, into other sources. */
const importInto = (values: ReadonlyArray<Value>, ...rows: ReadonlyArray<string>) => {
  const table = ["base,code,label,description,label:fr", ...rows].join("\n")
  const bases = { history: emptyHistory, drafts: new Map([[commit, taxonomyOf(news, study)]]) }
  const read = readCsv(new TextEncoder().encode(table), taxonomyOf(...values), "use_type", bases)
  return Result.match(read, {
    onSuccess: ({ imports, ...facts }) => ({
      changes: imports.flatMap(({ changes }) => changes.map(({ after }) => after)),
      ...facts
    }),
    onFailure: (problems) => problems.map(formatTableProblem)
  })
}

const base = formatRowBase(`draft:${commit}`, news)
const asExported = `${base},news,News,Reports.,Presse`
const nothing = { changes: [], removed: [], trimmed: 0 }

describe("the merge of a table with the sources", () => {
  it.each([
    ["changes nothing in the sources of the export", [news], asExported, nothing],
    ["keeps what others changed since", [{ ...news, label: "Press" }], asExported, nothing],
    [
      "takes what was edited, and keeps other texts that changed",
      [{ ...news, label: "Press" }],
      `${base},news,News,Reports.,Nouvelles`,
      { ...nothing, changes: [{ ...news, label: "Press", translations: { fr: { label: "Nouvelles" } } }] }
    ],
    [
      "takes what both sides changed alike",
      [{ ...news, label: "Press" }],
      `${base},news,Press,Reports.,Presse`,
      nothing
    ],
    [
      "refuses a cell that both sides changed, with both texts",
      [{ ...news, label: "Press" }],
      `${base},news,Media,Reports.,Presse`,
      [
        'row 2, column label: The table says "Media", the sources now say "Press". Write the text that you want into both.'
      ]
    ],
    [
      "refuses a text that was removed here and changed there",
      [{ ...news, translations: { fr: { label: "Journal" } } }],
      `${base},news,News,Reports.,`,
      [
        'row 2, column label:fr: The table says "", the sources now say "Journal". Write the text that you want into both.'
      ]
    ],
    ["ignores spaces at the ends of a cell", [news], `${base},news,News ,Reports.,Presse`, nothing],
    [
      "takes an edited text without the spaces at its ends",
      [news],
      `${base},news, Press ,Reports.,Presse`,
      { ...nothing, changes: [{ ...news, label: "Press" }], trimmed: 1 }
    ],
    ["leaves a value removed that others removed", [study], asExported, { ...nothing, removed: ["use_type/news"] }],
    [
      "refuses an edit of a value that others removed",
      [study],
      `${base},news,Press,Reports.,Presse`,
      [
        "row 2, column code: use_type/news is no longer in the sources, but was edited here. Remove the row, or clear its base to add it again."
      ]
    ],
    ["adds a row without a base", [news], ",study,Study,Teaching.,", { ...nothing, changes: [study] }],
    ["accepts a row without a base that changes nothing", [news], ",news,News,Reports.,Presse", nothing],
    [
      "refuses a row without a base that would change a value",
      [news],
      ",news,Press,Reports.,Presse",
      [
        "row 2, column base: news exists, so the row needs its base. Copy it from a new export, or take every cell with --overwrite."
      ]
    ],
    [
      "refuses the base of another row",
      [news, study],
      `${base},study,Study,Teaching.,`,
      [
        `row 2, column base: The row is not the one that was exported as ${base}. Clear the cell for a new value. Otherwise export again and repeat the edits there.`
      ]
    ],
    [
      "refuses another code",
      [news, study],
      `${base},news stories,News,Reports.,Presse`,
      [
        'row 2, column code: The code was news in the export, and a code never changes. Write news again, or clear the base of the row to add "news stories" as a new value.'
      ]
    ],
    [
      "shows what is not a code",
      [news],
      ",two words,Two,Words.,",
      [
        'row 2, column code: "two words" is not a code. A code consists of letters, digits and . _ + -, at most 64 characters.'
      ]
    ],
    [
      "refuses a base that nobody knows, if the sources changed since",
      [{ ...news, label: "Press" }],
      `${formatRowBase("1.0.0", news)},news,News,Reports.,Presse`,
      [
        `row 2, column base: The sources changed since, and the texts that were exported are not known: no release or commit for ${formatRowBase("1.0.0", news)}. Fetch the commit, or export again and repeat the edits there.`
      ]
    ],
    [
      "needs no base to be known if the sources did not change since",
      [news],
      `${formatRowBase("draft", news)},news,Press,Reports.,Presse`,
      { ...nothing, changes: [{ ...news, label: "Press" }] }
    ],
    [
      "refuses what is not a base",
      [news],
      "1.0,news,News,Reports.,Presse",
      [
        'row 2, column base: "1.0" is not what an export writes. Copy the cell from the export, or clear it for a new value.'
      ]
    ]
  ] as const)("%s", (_, sources, row, expected) => {
    assert.deepStrictEqual<unknown>(importInto(sources, row), expected)
  })

  it("changes nothing of a table without the column base", () => {
    const bases = { history: emptyHistory, drafts: new Map<string, Taxonomy>() }
    const read = (table: string) => readCsv(new TextEncoder().encode(table), taxonomyOf(news), "use_type", bases)
    assert.isTrue(Result.isSuccess(read("code,label\nnews,News\n")))
    const refused = read("code,label\nnews,Press\n")
    assert.deepStrictEqual(Result.isFailure(refused) && refused.failure.map(formatTableProblem), [
      "The table has no column base, so nobody can tell which cells were edited. 1 value differs from the sources. Export the values again and edit that table, or take every cell of this one with --overwrite."
    ])
  })

  it("refuses the table of another dimension for that, with its bases", () => {
    const bases = { history: emptyHistory, drafts: new Map([[commit, taxonomyOf(news)]]) }
    const table = `base,dimension,code,label,description\n${base},media,tv,TV,Television.`
    const read = readCsv(new TextEncoder().encode(table), taxonomyOf(news), "use_type", bases)
    assert.deepStrictEqual(Result.isFailure(read) && read.failure.map(formatTableProblem), [
      'row 2, column dimension: The row belongs to "media", not to "use_type". Remove the row, or leave out --dimension.'
    ])
  })

  it("names the commits whose texts it needs", () => {
    const table = `base,code\n${asExported}\n1.0.0:0123456789,b\ndraft:0123456789,c\n,d\n`
    assert.deepStrictEqual(commitsInTable(new TextEncoder().encode(table.replaceAll(/,News.*/g, ""))), [commit])
  })
})
