import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { renderGithub } from "../../../../src/report/formats/Github.ts"
import { renderJunit } from "../../../../src/report/formats/Junit.ts"
import { renderLines } from "../../../../src/report/formats/Lines.ts"
import { renderPretty } from "../../../../src/report/formats/Pretty.ts"
import { renderSarif } from "../../../../src/report/formats/Sarif.ts"
import type { Report } from "../../../../src/report/Report.ts"
import { reportOf } from "../HostileReports.ts"

const item = valueRef("use", "film")
const version = Version.make("2.0.0")

const report: Report = {
  ...reportOf([]),
  date: "2026-02-01T00:00:00Z",
  items: { taxonomy: empty, labelOf: () => "Film", itemBefore: () => undefined },
  waivers: [
    { item, waiver: { rule: "code/reused", subject: "use/film", version, reason: "A & B", approved_by: "J. Doe" } }
  ],
  coming_due: ["2026-07-01", "2027-07-01"].map((date) => ({
    kind: "removal",
    item,
    label: "Film",
    deprecation: { replaced_by: ["tv"] },
    since: { version, date: "2026-01-01T00:00:00Z" },
    forecast: { may_go: "later", version: Version.make("3.0.0"), after: [], date, deprecated_in: null }
  }))
}

const tasks = JSON.parse(readFileSync(new URL("../../../../.vscode/tasks.json", import.meta.url), "utf8"))

const problemPattern = new RegExp(tasks.tasks[0].problemMatcher.pattern.regexp, "u")

const waiver = "Film (use/film) is exempt from “Removed code reused” (code/reused). Approved by J. Doe. Reason: A & B"
const due = (date: string) =>
  `Film (use/film) can be removed in 3.0.0 at the earliest, and not before ${date}; use Film (use/tv)`

describe("used waivers and what is coming due", () => {
  it("stand above all else on a terminal, with what is due later as a number", async () => {
    assert.strictEqual(
      await renderPretty(report, { colour: false }),
      `1 waiver used:
  ${waiver}

Coming due:
  ${due("2026-07-01")}
  1 more later. Run \`taxonomy due\` to see all.

Passed: no findings.`
    )
  })

  it("are lines that a problem matcher ignores", async () => {
    const lines = renderLines(report).split("\n")
    assert.deepStrictEqual(lines, [
      `note: Waiver used: ${waiver}`,
      `note: Coming due: ${due("2026-07-01")}`,
      "note: Coming due: 1 more later. Run `taxonomy due` to see all.",
      "Passed: no findings."
    ])
    assert.deepStrictEqual(
      lines.filter((line) => problemPattern.test(line)),
      []
    )
  })

  it("are notices on GitHub", () => {
    assert.deepStrictEqual(renderGithub(report).split("\n"), [
      `::notice title=1 waiver used::${waiver}`,
      `::notice title=Coming due::${due("2026-07-01")}`,
      "Passed: no findings."
    ])
  })

  it("are properties of the suites in JUnit XML", () => {
    const xml = renderJunit(report)
    assert.include(xml, '<property name="waiver" value="Film (use/film) is exempt')
    assert.include(xml, "Reason: A &#38; B")
    assert.include(xml, `<property name="coming-due" value="${due("2027-07-01")}"/>`)
  })

  it("are notifications in SARIF, whose rules link to their documentation", () => {
    const [run] = JSON.parse(renderSarif(report, { linkBase: "https://h/b" })).runs
    const texts = run.invocations[0].toolExecutionNotifications.map(
      ({ message }: { readonly message: { readonly text: string } }) => message.text
    )
    assert.deepStrictEqual(texts, [waiver, due("2026-07-01"), due("2027-07-01")])
    assert.strictEqual(run.tool.driver.rules[0].helpUri, "https://h/b/docs/rules.md#sourcesyntax")
  })
})
