import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Dimension, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { renderCsv } from "../../../../src/export/csv/RenderCsv.ts"
import { readCsv } from "../../../../src/import/csv/ImportCsv.ts"
import type { Bases } from "../../../../src/import/csv/MergeRows.ts"
import { formatTableProblem } from "../../../../src/import/csv/TableProblem.ts"
import { cellDimensions, trimTexts } from "../../../support/arbitrary/cellTexts.ts"
import { pick } from "../../../support/arbitrary/pick.ts"

const dimension: Dimension = {
  name: "use_type",
  label: "Use type",
  description: "The purpose.",
  shape: "multiple",
  required: false,
  values: [
    { code: "news", label: "News", description: "Reporting.", definition: "A definition." },
    { code: "study", label: "Study", description: "Teaching.", translations: { fr: { label: "Étude" } } },
    { code: "old", label: "Old", description: "Old.", deprecated: { replaced_by: ["news"], reason: "Merged." } }
  ]
}

const taxonomyOf = (dimensions: ReadonlyArray<Dimension>): Taxonomy => ({
  namespace: "n",
  title: "T",
  description: "D",
  dimensions,
  licenses: [],
  rules: []
})

const render = (exported: Dimension, bom = true, separator = ",") =>
  renderCsv(
    {
      taxonomy: taxonomyOf([exported]),
      removalOf: () => undefined,
      originOf: () => "1.0.0"
    },
    { bom, separator }
  )

const plan = (text: string, only?: string, dimensions: ReadonlyArray<Dimension> = [dimension], bases?: Bases) =>
  readCsv(new TextEncoder().encode(text), taxonomyOf(dimensions), only, bases)

const problemsIn = (text: string, only: string | undefined = "use_type"): ReadonlyArray<string> =>
  Result.match(plan(text, only), { onSuccess: () => [], onFailure: (problems) => problems.map(formatTableProblem) })

const changesIn = (text: string) => Result.getOrThrow(plan(text, "use_type")).imports[0]?.changes

describe("the import of an export", () => {
  it.prop(
    "changes nothing, whatever the texts are",
    [cellDimensions, pick(",", ";", "\t"), pick("bom", "none")],
    ([exported, separator, bom]) => {
      const imported = plan(render(exported, bom === "bom", separator), undefined, [exported])
      assert.deepStrictEqual(Result.getOrThrow(imported).imports, [
        { dimension: exported.name, changes: [], missing: [] }
      ])
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "restores all values of an empty dimension, without spaces at the ends of texts",
    [cellDimensions],
    ([exported]) => {
      const imported = plan(render(exported), undefined, [{ ...exported, values: [] }])
      const values = Result.getOrThrow(imported).imports.flatMap(({ changes }) => changes.map(({ after }) => after))
      assert.deepStrictEqual(values, trimTexts(exported.values))
    },
    { arbitrary: { runs: 300 } }
  )

  it("keeps the entries of lists whose cells were not edited, whatever is in them", ({ expect }) => {
    const news = { code: "news", label: "News", description: "Text.", examples: ["Two\nlines", " spaced "] }
    const exported = { ...dimension, values: [news] }
    const table = render(exported)
    const edited = table.replace("Text.", "Other text.")
    const imports = [table, edited].map(
      (text) => Result.getOrThrow(plan(text, undefined, [exported])).imports[0]?.changes
    )
    expect(imports).toEqual([[], [{ before: news, after: { ...news, description: "Other text." } }]])
  })

  it("ignores the line in which Excel names the separator", ({ expect }) => {
    const imported = plan("\uFEFFsep=;\r\ncode;label\r\nnews;Press, radio\r\n", "use_type")
    expect(Result.getOrThrow(imported).imports[0]?.changes[0]?.after.label).toBe("Press, radio")
    expect(problemsIn("sep=;\ncode;label\nnews;a;b\n")).toEqual([
      "row 2: The row has more cells than the 2 of the header. Put quotes around a text that contains the separator."
    ])
  })

  it("reads the line ends of spreadsheet programs, and rows without the last cells and without any", ({ expect }) => {
    const saved = 'code,label,description,definition\r\n\r\n,,,\r\nnews,"Two\r\nlines",Text.\r\n'
    expect(changesIn(saved)?.map(({ after }) => after)).toEqual([
      { code: "news", label: "Two\nlines", description: "Text." }
    ])
  })
})

describe("a table", () => {
  it("changes what it has a column for, and nothing else", ({ expect }) => {
    expect(changesIn("code,label\nnews,Press\n")).toEqual([
      { before: dimension.values[0], after: { ...dimension.values[0], label: "Press" } }
    ])
    expect(Result.getOrThrow(plan("code,label\nnews,Press\n", "use_type")).imports[0]?.missing).toEqual([
      "study",
      "old"
    ])
  })

  it("removes the texts whose cells are empty", ({ expect }) => {
    const [change] = changesIn("code;definition;label:FR\nnews;;Presse\n") ?? []
    expect(change?.after).toEqual({
      code: "news",
      label: "News",
      description: "Reporting.",
      translations: { fr: { label: "Presse" } }
    })
  })

  it("deprecates, splits and undoes deprecations", ({ expect }) => {
    const table = "code,deprecated,replaced_by,replacement_mode,reason\n"
    const after = changesIn(`${table}news,yes,"study, old",all_of,\nold,no,,,\n`)?.map(({ after }) => after.deprecated)
    expect(after).toEqual([{ replaced_by: ["study", "old"], replacement_mode: "all_of" }, undefined])
  })

  it("names row and column of every mistake", ({ expect }) => {
    const table = "code,label,description,deprecated,replaced_by,reason\n"
    expect(
      problemsIn(
        `${table}NEWS,News,Text,,,\n,A,B,,,\nx,,Text,,,\nx,a,b,,,\ny,a\u0007,b,maybe,,\nz,a,b,yes,newz,\nold,a,b,no,news,\n`
      )
    ).toEqual([
      "row 2, column code: NEWS differs from news only in case. Write news.",
      "row 3, column code: The code is missing. Write it, or remove the row.",
      "row 4, column label: The text is missing. Write it.",
      "row 5, column code: x occurs in row 4 already. Remove one of the two rows.",
      "row 6, column label: The text contains a control character. Remove it.",
      "row 6, column deprecated: The cell must be yes or no. Write one of the two.",
      'row 7, column replaced_by: "newz" does not exist. Did you mean "news"?',
      "row 8, column replaced_by: The cell says how a deprecated value is replaced, but deprecated is not yes. Write yes, or clear the cell."
    ])
  })

  it("is refused with a wrong header", ({ expect }) => {
    expect(problemsIn("code,lable,label:French,label:fr,label:FR,colour\nnews,,,,,\n")).toEqual([
      'column lable: The column is not known. Did you mean "label"?',
      "column label:French: What follows the colon is not a language tag. Name the column label:fr.",
      "column label:FR: The column occurs twice. Remove one of the two.",
      "column colour: The column is not known. Remove it, or name it like a column of an export."
    ])
    expect(problemsIn("code,label,label:Elvish tongue\nnews,News,\n")).toEqual([
      "column label:Elvish tongue: What follows the colon is not a language tag. Write a tag such as fr or pt-BR."
    ])
    expect(problemsIn("label\nNews\n")).toEqual([
      "column code: The column is missing. Add it, as an export of the values has it."
    ])
    expect(problemsIn('code,label\nnews,"News\n')).toEqual([
      "row 2: The quotes of a cell do not match. Put quotes around the whole cell, and write each quote within it twice."
    ])
    expect(problemsIn("code,label\nnews,News, and more\n")).toEqual([
      "row 2: The row has more cells than the 2 of the header. Put quotes around a text that contains the separator."
    ])
  })

  it("is refused for another dimension than the one that was named", ({ expect }) => {
    expect(problemsIn("dimension,code,label\nterritory,US,America\n")).toEqual([
      'row 2, column dimension: The row belongs to "territory", not to "use_type". Remove the row, or leave out --dimension.'
    ])
    const unnamed = plan("dimension,code,label\nuse_typ,news,News\n")
    expect(Result.isFailure(unnamed) && unnamed.failure.map(formatTableProblem)).toEqual([
      'row 2, column dimension: The dimension "use_typ" does not exist. Did you mean "use_type"?'
    ])
  })

  it("is refused in another encoding or as a workbook", ({ expect }) => {
    const problemOf = (...bytes: ReadonlyArray<number>) => {
      const read = readCsv(Uint8Array.from(bytes), taxonomyOf([dimension]), "use_type")
      return Result.isFailure(read) ? read.failure[0]?.problem : undefined
    }
    expect(problemOf(0xff, 0xfe, 0x63, 0)).toBe("utf-16")
    expect(problemOf(0x63, 0, 0x6f, 0)).toBe("utf-16")
    expect(problemOf(0x50, 0x4b, 3, 4)).toBe("workbook")
    expect(problemOf(0x63, 0xe9, 0x0a)).toBe("not-utf-8")
  })
})
