import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { assess } from "../../../../src/domain/contracts/Assess.ts"
import { makeImpactCount, makeReadingLog } from "../../../../src/domain/contracts/Impact.ts"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { renderGithub } from "../../../../src/report/formats/Github.ts"
import { JsonReport, renderJson } from "../../../../src/report/formats/Json.ts"
import { renderJunit } from "../../../../src/report/formats/Junit.ts"
import { renderLines } from "../../../../src/report/formats/Lines.ts"
import { renderMarkdown } from "../../../../src/report/formats/Markdown.ts"
import { renderPretty } from "../../../../src/report/formats/Pretty.ts"
import { renderSarif } from "../../../../src/report/formats/Sarif.ts"
import type { ContractsReport } from "../../../../src/report/ImpactText.ts"
import type { Report } from "../../../../src/report/Report.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"
import { reportOf } from "../HostileReports.ts"

const codes = Array.from({ length: 12 }, (_, index) => `X${index}`)
const from = contractRelease("1.0.0", { use: `multiple A B C ${codes.join(" ")}` })
const to = contractRelease(
  "2.0.0",
  { use: "multiple B C" },
  { removed: { "use/A": "use/B" }, deprecated: { "use/C": "use/B" } }
)

const assessed = (...configs: ReadonlyArray<unknown>): Extract<ContractsReport, { readonly _tag: "Assessed" }> => {
  const [count, log] = [makeImpactCount(), makeReadingLog()]
  for (const config of configs) count.add(assess(config, from, to))
  log.addUnreadable({ file: "SECRET.ndjson", line: 17, problem: "not-json" })
  log.addUnknown("77.7.7")
  return {
    _tag: "Assessed",
    report: {
      impact: count.result(),
      reading: log.result(),
      target: { version: "2.0.0", isDraft: true },
      labelOf: (item) => ("value" in item && item.value === "A" ? "Alpha *use*" : undefined)
    }
  }
}

const reportWith = (contracts: ContractsReport): Report => ({ ...reportOf([]), contracts })
const report = reportWith(assessed({ use: ["B"] }, { use: ["A"] }, { use: ["A", "C"] }, { use: ["C"] }, { use: ["?"] }))
const unread = reportWith({ _tag: "Unread", reason: "NotFound" })

const counts =
  "1 untouched, 1 valid with deprecated items, 2 broken, of which 2 can be migrated without a decision, " +
  "1 invalid already in the release that they were written for, 2 could not be assessed."

describe("the contracts of a report", () => {
  it("stand above the verdict on a terminal, with the items that concern them", async () => {
    assert.strictEqual(
      await renderPretty(report, { colour: false }),
      `5 contracts assessed:
  1 untouched
  1 valid with deprecated items
  2 broken, of which 2 can be migrated without a decision
  1 invalid already in the release that they were written for
  2 could not be assessed. Run \`taxonomy impact\` to see which.
  Broken:
    Alpha *use* (use/A): 2 contracts
      Removed in 2.0.0. Use use/B.
  Deprecated:
    use/C: 2 contracts
      Deprecated since 1.1.0 (2026-02-01). Use use/B.
      It can be removed in 2.0.0 at the earliest, after 1.2.0, and not before 2026-08-01.

Passed: no findings.`
    )
  })

  it("are a section of a comment, with escaped labels", () => {
    const text = renderMarkdown(report)
    assert.include(text, "### 5 contracts assessed\n\n- 1 untouched\n- 1 valid with deprecated items\n- 2 broken")
    assert.include(
      text,
      String.raw`**Broken**

- Alpha \*use\* (use/A): 2 contracts\
  Removed in 2.0.0. Use use/B.`
    )
  })

  it("are a note without a place for programs that show findings", async () => {
    assert.include(renderLines(report), `note: 5 contracts assessed: ${counts.slice(0, 20)}`)
    assert.include(renderGithub(report), "::notice title=Contracts::5 contracts assessed: 1 untouched")
    assert.include(renderJunit(report), '<property name="contracts" value="5 contracts assessed: 1 untouched')
    const { runs } = JSON.parse(renderSarif(report))
    assert.deepInclude(runs[0].invocations[0].toolExecutionNotifications[0].descriptor, { id: "contracts" })
    assert.lengthOf(runs[0].results, 0)
  })

  it("are a property of the suite of versions in JUnit, and of no other", () => {
    const suites = renderJunit(report).split("<testsuite ").slice(1)
    const named = suites.filter((suite) => suite.includes('<property name="contracts"'))
    assert.deepStrictEqual(
      named.map((suite) => suite.slice(0, suite.indexOf(" tests="))),
      ['name="semver"']
    )
    assert.notInclude(renderJunit(reportOf([])), 'name="contracts"')
  })

  it("are numbers and items in JSON, and nothing without a file of contracts", () => {
    const json: unknown = JSON.parse(renderJson(report))
    Schema.decodeUnknownSync(JsonReport, { onExcessProperty: "error" })(json)
    const { contracts } = JSON.parse(renderJson(report))
    assert.deepInclude(contracts, { contracts: 5, untouched: 1, deprecated: 1, broken: 2, migratable: 2, invalid: 1 })
    assert.deepInclude(contracts, { unknown: 1, unreadable: 1 })
    assert.deepInclude(contracts.breakages[0], { kind: "item-removed", item: "use/A", contracts: 2 })
    assert.notProperty(JSON.parse(renderJson(reportOf([]))), "contracts")
  })

  it("name no file, line or version of the contracts in any format", async () => {
    for (const text of await everyFormat(report)) {
      assert.notMatch(text, /SECRET|:17\b|77\.7\.7/)
      assert.match(text, /2 broken|"broken":2/)
    }
  })

  it("say that the file could not be read, which refuses nothing", async () => {
    for (const text of await everyFormat(unread)) assert.include(text, "NotFound")
    assert.isTrue(unread.ok)
  })

  it("name the items of the most contracts only", async () => {
    const many = reportWith(assessed(...codes.map((code) => ({ use: [code] }))))
    assert.include(await renderPretty(many, { colour: false }), "    and 2 more. Run `taxonomy impact` to see all.")
  })
})

describe("the contracts of a report that begin to clash", () => {
  const { report: counted } = assessed({ use: ["B"] })
  const withClashes = (clashes: Clashes): Report => reportWith({ _tag: "Assessed", report: counted, clashes })
  const clashing = withClashes({
    pairs: 2,
    contracts: 1_003,
    reserved: [
      { item: valueRef("use", "A"), pairs: 2 },
      { item: valueRef("use", "C"), pairs: 1 }
    ]
  })
  const count = "1,003 that begin to clash, in 2 pairs of one licensor"

  it.each<readonly [format: string, render: (report: Report) => string | Promise<string>, told: string]>([
    [
      "pretty",
      (shown) => renderPretty(shown, { colour: false }),
      `
  Begin to clash:
    Alpha *use* (use/A): 2 pairs
      One contract reserves it, and the other grants some of it.
    use/C: 1 pair
      One contract reserves it, and the other grants some of it.
`
    ],
    [
      "markdown",
      renderMarkdown,
      String.raw`**Begin to clash**

- Alpha \*use\* (use/A): 2 pairs\
  One contract reserves it, and the other grants some of it.
- use/C: 1 pair\
  One contract reserves it, and the other grants some of it.`
    ],
    ["lines", renderLines, `note: 1 contract assessed: 1 untouched, ${count}`],
    ["github", renderGithub, `::notice title=Contracts::1 contract assessed: 1 untouched, ${count}`],
    ["junit", renderJunit, `<property name="contracts" value="1 contract assessed: 1 untouched, ${count}`],
    ["sarif", renderSarif, `1 contract assessed: 1 untouched, ${count}`],
    [
      "json",
      renderJson,
      '"clashes":{"pairs":2,"contracts":1003,"reserved":[{"item":"use/A","label":"Alpha *use*","pairs":2},{"item":"use/C","label":null,"pairs":1}]}'
    ]
  ])("are told in %s, with what is reserved where there is room", async (format, render, told) => {
    const text = await render(clashing)
    assert.include(format === "json" ? JSON.stringify(JSON.parse(text)) : text, told)
    if (format !== "json") assert.include(text, count)
  })

  it("are not told if no pair begins to clash, and otherwise why they were not compared", async () => {
    const none = withClashes({ pairs: 0, contracts: 0, reserved: [] })
    for (const text of (await everyFormat(none)).slice(0, -1)) assert.notInclude(text, "clash")
    for (const text of (await everyFormat(withClashes("not-sorted"))).slice(0, -1)) {
      assert.include(text, "not compared with each other, since they are not sorted by licensor")
    }
  })

  it("name ten reservations, and the command that names all", async () => {
    const reserved = codes.map((code) => ({ item: valueRef("use", code), pairs: 1 }))
    const text = await renderPretty(withClashes({ pairs: 12, contracts: 24, reserved }), { colour: false })
    assert.include(text, "    use/X9: 1 pair\n")
    assert.include(text, "    and 2 more. Run `taxonomy clash` to see all.")
    assert.notInclude(text, "use/X10")
  })
})

type Clashes = Extract<ContractsReport, { readonly _tag: "Assessed" }>["clashes"]

const everyFormat = async (shown: Report): Promise<ReadonlyArray<string>> => [
  await renderPretty(shown, { colour: false }),
  renderLines(shown),
  renderMarkdown(shown),
  renderGithub(shown),
  renderSarif(shown),
  renderJunit(shown),
  renderJson(shown)
]
