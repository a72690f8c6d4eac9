import { assert, describe, it } from "@effect/vitest"
import { pretty } from "../../../src/build/reports/Pretty.ts"
import { hostileReport, reportOf } from "./hostile.ts"

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

  it.prop("sends a terminal no control character that came from a source", [hostileReport], ([report]) => {
    assert.notMatch(pretty(report, { colour: false }), /[^\P{Cc}\t\n]/u)
  })
})
