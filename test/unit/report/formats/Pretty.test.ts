import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { RelatedSpan } from "../../../../src/build/diagnostics/SourceLocation.ts"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { codeReused } from "../../../../src/domain/checks/CodeReused.ts"
import { unknownDimension } from "../../../../src/domain/checks/reference/UnknownNames.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { renderPretty } from "../../../../src/report/formats/Pretty.ts"
import { findingWithText, hostileReport, locatedFinding, reportOf } from "../HostileReports.ts"

describe("the report for a terminal", () => {
  it("shows the place of a finding, and those that are related to it", async () => {
    const place = (file: string, line: number, text: string) => ({
      file,
      line,
      column: 3,
      end_line: line,
      end_column: 6,
      text
    })
    const report = reportOf([
      locatedFinding(
        codeReused,
        { item: "d/QSR", removed: "d/QSR", removed_kind: null, removed_in: Version.make("2.0.0"), is_withdrawn: false },
        {
          place: place("dimensions/a.yaml", 12, "- QSR"),
          related: [{ _tag: "Removed", place: place("dimensions/b.yaml", 7, "\tQSR"), release: Version.make("1.0.0") }]
        }
      )
    ])
    assert.strictEqual(
      await renderPretty(report, { colour: false }),
      `error[code/reused] d/QSR cannot be added: it was removed in 2.0.0, and removed codes stay reserved
  --> dimensions/a.yaml:12:3
   |
12 | - QSR
   |   ^^^
  ::: dimensions/b.yaml:7:3
  |
7 |     QSR
  |      ^^
  note: the removed item in 1.0.0
  help: Choose another code.

Refused: 1 error.`
    )
  })

  it("does not repeat the message of a finding below its other places", async () => {
    const place = (line: number) => ({ file: "a.yaml", line, column: 3, end_line: line, end_column: 6 })
    const found = findingWithText("m", { place: place(2) })
    const follow: RelatedSpan = { _tag: "FollowUp", place: place(4), finding: found }
    const lines = (await renderPretty(reportOf([{ ...found, related: [follow] }]), { colour: false })).split("\n")
    assert.strictEqual(lines[1], "  --> a.yaml:2:3")
    assert.strictEqual(lines[2], "  ::: a.yaml:4:3")
    assert.notInclude(lines.join("\n"), "note:")
  })

  it("does not point to the changes of a release that is published", async () => {
    const changes = Array.from({ length: 21 }, (_, index): Change => {
      const after = { code: `V${index}`, label: "x", description: "x" }
      return { kind: "value-added", bump: "minor", dimension: "d", value: after.code, index, after }
    })
    const shown = (status: "planned" | "published" | "already-released") =>
      renderPretty(
        {
          ...reportOf([]),
          changes,
          release: { version: Version.make("1.0.0"), status, digest: null, path: "releases/v1.0.0" }
        },
        { colour: false }
      )
    assert.include(await shown("planned"), "taxonomy diff")
    assert.notInclude(await shown("published"), "taxonomy diff")
    assert.notInclude(await shown("already-released"), "taxonomy diff")
  })

  it("shows of a long line the part in question, with the carets below it", async () => {
    const before = "\u{1F600}".repeat(50_000)
    const line = `${before}[QSR, KSR]${"x".repeat(100_000)}`
    const place = { file: "a.yaml", line: 1, end_line: 1, text: line }
    const shown = async (column: number, end_column: number) => {
      const found = findingWithText("m", { place: { ...place, column, end_column } })
      const [, , , text = "", carets = ""] = (await renderPretty(reportOf([found]), { colour: false })).split("\n")
      assert.isTrue(text.isWellFormed())
      assert.isBelow(text.length + carets.length, 500)
      return text.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)
    }
    const start = before.length + 1
    assert.strictEqual(await shown(start + 1, start + 4), "QSR")
    assert.strictEqual(await shown(start + 6, start + 9), "KSR")
    assert.strictEqual(await shown(1, 3), "\u{1F600}")
    assert.strictEqual(await shown(line.length - 1, line.length + 1), "xx")
    assert.match(await shown(start, line.length + 1), /^\[QSR, KSR\]x+$/)
  })

  it("says once what is found in many places, and names them all", async () => {
    const found = (file: string, name = "tone") =>
      locatedFinding(
        unknownDimension,
        { name, suggestion: null },
        { place: { file, line: 3, column: 1, end_line: 3, end_column: 4, text: "use" } }
      )
    const report = reportOf([found("a.yaml"), found("b.yaml", "another"), found("c.yaml"), found("d.yaml")])
    assert.strictEqual(
      await renderPretty(report, { colour: false }),
      `error[reference/unknown-dimension] Dimension "tone" does not exist
  --> a.yaml:3:1
  |
3 | use
  | ^^^
  --> c.yaml:3:1
  --> d.yaml:3:1
  help: Add the dimension, or remove the key.

error[reference/unknown-dimension] Dimension "another" does not exist
  --> b.yaml:3:1
  |
3 | use
  | ^^^
  help: Add the dimension, or remove the key.

Refused: 4 errors.`
    )
  })

  it.effect.prop("sends a terminal no control character that came from a source", [hostileReport], ([report]) =>
    Effect.map(
      Effect.promise(() => renderPretty(report, { colour: false })),
      (text) => assert.notMatch(text, /[^\P{Cc}\t\n]/u)
    )
  )
})
