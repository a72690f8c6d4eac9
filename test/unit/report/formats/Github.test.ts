import { assert, describe, it } from "@effect/vitest"
import { backdated } from "../../../../src/domain/checks/DateChecks.ts"
import { messageOf } from "../../../../src/report/FindingText.ts"
import { renderGithub } from "../../../../src/report/formats/Github.ts"
import { findingWithText, hostileReport, locatedFinding, reportOf } from "../HostileReports.ts"

/** Reads a workflow command as the runner of GitHub Actions does. */
const commandIn = (line: string) => {
  const [, name, list = "", data = ""] = /^::([a-z]+) ([^:]*)::(.*)$/s.exec(line) ?? []
  const properties = list.split(",").map((pair) => {
    const at = pair.indexOf("=")
    return [
      pair.slice(0, at),
      unescapedData(pair.slice(at + 1))
        .replaceAll("%3A", ":")
        .replaceAll("%2C", ",")
    ] as const
  })
  return { name, properties: Object.fromEntries(properties), message: unescapedData(data) }
}

const unescapedData = (text: string): string =>
  text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%")

describe("GitHub annotations", () => {
  it.prop("carry any text, one finding a line, at most ten", [hostileReport], ([report]) => {
    const lines = renderGithub(report).split(/\r\n|\r|\n/)
    const shown = Math.min(10, report.findings.length)
    assert.lengthOf(lines, shown + 1)
    const errors = report.findings.filter(({ level }) => level === "error")
    const ordered = [...errors, ...report.findings.filter(({ level }) => level === "warning")]
    for (const [index, line] of lines.slice(0, shown).entries()) {
      const { message, name, properties } = commandIn(line)
      const found = ordered[index]
      assert.strictEqual(name, found?.level)
      assert.strictEqual(properties["title"], found?.rule)
      const told = found === undefined ? "?" : messageOf(found)
      if (!told.includes("%")) assert.isTrue(message.startsWith(told))
      if (found !== undefined && !found.place.file.includes("%")) {
        assert.deepInclude(properties, { file: found.place.file, line: String(found.place.line), col: "2" })
      }
    }
  })

  it("escape what would end a property or a message", () => {
    const place = { file: "a,b:c%.yaml", line: 3, column: 5, end_line: 4, end_column: 1 }
    const found = findingWithText("50% :: a\r\nb", { place })
    assert.deepStrictEqual(renderGithub(reportOf([found])).split("\n"), [
      "::error file=a%2Cb%3Ac%25.yaml,line=3,endLine=4,title=lifecycle/end-of-life::v1 ended on 2026-01-01: 50%25 :: a%0D%0Ab%0ARelease on a later major version, such as v2.",
      "Refused: 1 error."
    ])
  })

  it("begin with the errors, and count what is beyond ten in the last", () => {
    const warnings = Array.from({ length: 8 }, (_, index) =>
      locatedFinding(backdated, { date: `w${index}`, now: "today" })
    )
    const errors = Array.from({ length: 5 }, (_, index) => findingWithText(`e${index}`))
    const lines = renderGithub(reportOf([...warnings, ...errors])).split("\n")
    assert.deepStrictEqual(
      lines.map((line) => line.replace(/^::(\w+) .*::.*?\b([ew]\d)\b.*?(%0A\d.*)?$/, "$1 $2$3")),
      [
        "error e0",
        "error e1",
        "error e2",
        "error e3",
        "error e4",
        "warning w0",
        "warning w1",
        "warning w2",
        "warning w3",
        "warning w4%0A3 more findings: see the job summary",
        "Refused: 5 errors, 8 warnings."
      ]
    )
  })
})
