import { assert, describe, it } from "@effect/vitest"
import { pretty } from "../../../../src/report/formats/Pretty.ts"
import { hostileReport, reportOf } from "../hostile.ts"

describe("the report for a terminal", () => {
  it("shows the place of a finding, and those that are related to it", () => {
    const place = (file: string, line: number, text: string) => ({
      file,
      line,
      column: 3,
      end_line: line,
      end_column: 6,
      text
    })
    const report = reportOf([
      {
        rule: "code/reused",
        level: "error",
        message: "QSR is back",
        help: "Choose another code.",
        place: place("dimensions/a.yaml", 12, "- QSR"),
        related: [{ place: place("dimensions/b.yaml", 7, "\tQSR"), message: "It was removed here" }]
      }
    ])
    assert.strictEqual(
      pretty(report, { colour: false }),
      `error[code/reused] QSR is back
  --> dimensions/a.yaml:12:3
   |
12 | - QSR
   |   ^^^
  ::: dimensions/b.yaml:7:3
  |
7 | \tQSR
  | \t ^^^
  note: It was removed here
  help: Choose another code.

Refused: 1 error.`
    )
  })

  it("shows of a long line the part in question, with the carets below it", () => {
    const before = "\u{1F600}".repeat(50_000)
    const line = `${before}[QSR, KSR]${"x".repeat(100_000)}`
    const place = { file: "a.yaml", line: 1, end_line: 1, text: line }
    const shown = (column: number, end_column: number) => {
      const found = {
        rule: "code/reused",
        level: "error",
        message: "m",
        place: { ...place, column, end_column }
      } as const
      const [, , , text = "", carets = ""] = pretty(reportOf([found]), { colour: false }).split("\n")
      assert.isTrue(text.isWellFormed())
      assert.isBelow(text.length + carets.length, 500)
      return text.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)
    }
    const start = before.length + 1
    assert.strictEqual(shown(start + 1, start + 4), "QSR")
    assert.strictEqual(shown(start + 6, start + 9), "KSR")
    assert.strictEqual(shown(1, 3), "\u{1F600}")
    assert.strictEqual(shown(line.length - 1, line.length + 1), "xx")
    assert.match(shown(start, line.length + 1), /^\[QSR, KSR\]x+$/)
  })

  it("says once what is found in many places, and names them all", () => {
    const found = (file: string, message = "There is no dimension") =>
      ({
        rule: "reference/unknown-dimension",
        level: "error",
        message,
        help: "Add it.",
        place: { file, line: 3, column: 1, end_line: 3, end_column: 4, text: "use" }
      }) as const
    const report = reportOf([found("a.yaml"), found("b.yaml", "Another"), found("c.yaml"), found("d.yaml")])
    assert.strictEqual(
      pretty(report, { colour: false }),
      `error[reference/unknown-dimension] There is no dimension
  --> a.yaml:3:1
  |
3 | use
  | ^^^
  --> c.yaml:3:1
  --> d.yaml:3:1
  help: Add it.

error[reference/unknown-dimension] Another
  --> b.yaml:3:1
  |
3 | use
  | ^^^
  help: Add it.

Refused: 4 errors.`
    )
  })

  it.prop("sends a terminal no control character that came from a source", [hostileReport], ([report]) => {
    assert.notMatch(pretty(report, { colour: false }), /[^\P{Cc}\t\n]/u)
  })
})
