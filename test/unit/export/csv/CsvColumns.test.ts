import { assert, describe, it } from "@effect/vitest"
import { formatCell, guardFormula, parseCell, unguardFormula } from "../../../../src/export/csv/CsvColumns.ts"
import { cellTexts } from "../../../support/arbitrary/cellTexts.ts"

describe("guardFormula", () => {
  it("puts an apostrophe in front of what a spreadsheet would run", ({ expect }) => {
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "  =1", "＝1", "＠a", "'=1", "''+1"]) {
      expect(guardFormula(text)).toBe(`'${text}`)
    }
  })

  it("leaves other texts as they are", ({ expect }) => {
    for (const text of ["", "Label", "a=b", "'quoted'", "’=1", "1-2", "'tis the season"]) {
      expect(guardFormula(text)).toBe(text)
    }
  })

  it.prop(
    "is undone exactly by unguardFormula",
    [cellTexts],
    ([text]) => {
      assert.strictEqual(unguardFormula(guardFormula(text)), text)
      assert.notMatch(guardFormula(text), /^\s*[=+\-@\t\r]/)
    },
    { arbitrary: { runs: 1000 } }
  )

  it("keeps a formula that a person typed without an apostrophe", ({ expect }) => {
    expect(unguardFormula("=1+1")).toBe("=1+1")
  })
})

describe("parseCell", () => {
  it("undoes formatCell", ({ expect }) => {
    for (const text of ["Label", " a\n b "]) expect(parseCell(String(formatCell(text)), false)).toBe(text)
    for (const list of [
      ["Soda", "Pop, sweet"],
      [{ title: "A\nB", url: "https://a.example" }, "{"]
    ])
      expect(parseCell(String(formatCell(list)), true)).toStrictEqual(list)
  })

  it("reads a list without blank lines, and nothing in a blank cell", ({ expect }) => {
    expect(parseCell(" Soda \n\nPop\n", true)).toStrictEqual(["Soda", "Pop"])
    expect([parseCell(" \n", true), parseCell("", false)]).toStrictEqual([undefined, undefined])
  })
})
