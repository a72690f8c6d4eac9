import { assert, describe, it } from "@effect/vitest"
import { SaxesParser } from "saxes"
import { unpublished } from "../../../../src/domain/checks/ArtifactChecks.ts"
import { checks } from "../../../../src/domain/checks/CheckRegistry.ts"
import { size } from "../../../../src/domain/checks/source/SourceFiles.ts"
import { messageOf } from "../../../../src/report/FindingText.ts"
import { renderJunit, xmlText } from "../../../../src/report/formats/Junit.ts"
import { hostileReport, hostileText, locatedFinding, reportOf } from "../HostileReports.ts"

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Element>
  text: string
}

/** The root element; whatever XML 1.0 does not allow is an exception. */
const parse = (xml: string): Element => {
  const root: Element = { name: "", attributes: {}, children: [], text: "" }
  const open = [root]
  const parser = new SaxesParser()
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ attributes, name }) => {
    const element: Element = { name, attributes, children: [], text: "" }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on("closetag", () => open.pop())
  parser.on("text", (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  })
  parser.write(xml).close()
  return root.children[0] ?? root
}

const casesOf = (xml: string) => parse(xml).children.flatMap(({ children }) => children)

const outcomes = (xml: string) =>
  Object.fromEntries(
    casesOf(xml).map(({ attributes, children }) => [attributes["name"], children[0]?.name ?? "passed"])
  )

// oxlint-disable-next-line eslint/no-control-regex -- they are what XML has no way to write
const unwritable = /[\u{0}-\u{8}\u{B}\u{C}\u{E}-\u{1F}\u{FFFE}\u{FFFF}]/gu

describe("JUnit", () => {
  it.prop("carries any text that XML can, in elements and in attributes", [hostileText], ([text]) => {
    const escaped = xmlText(text)
    const { attributes, text: content } = parse(`<a b="${escaped}">${escaped}</a>`)
    const expected = text.toWellFormed().replaceAll(unwritable, "\u{FFFD}")
    assert.deepStrictEqual([attributes["b"], content], [expected, expected])
  })

  it.prop("is well-formed, has a test for each rule, and counts them", [hostileReport], ([report]) => {
    const xml = renderJunit(report)
    const root = parse(xml)
    const tests = casesOf(xml)
    const names = tests.map(({ attributes }) => attributes["name"])
    assert.sameMembers(
      names,
      checks.map(({ id }) => id)
    )
    const having = (name: string) =>
      tests.filter(({ children }) => children.some((child) => child.name === name)).length
    assert.deepInclude(root.attributes, {
      tests: String(tests.length),
      failures: String(having("failure")),
      skipped: String(having("skipped"))
    })
    const broken = new Set(report.findings.filter(({ level }) => level === "error").map(({ rule }) => rule))
    assert.strictEqual(having("failure"), broken.size)
  })

  it("fails for errors, prints warnings, and tells passed from skipped", () => {
    const sources = outcomes(
      renderJunit(
        reportOf([
          locatedFinding(size, { file: "a.yaml", bytes: 5_000_000, max_bytes: 4_000_000 }),
          locatedFinding(size, { file: "b.yaml", bytes: 6_000_000, max_bytes: 4_000_000 })
        ])
      )
    )
    assert.deepInclude(sources, {
      "source/size": "failure",
      "source/link": "passed",
      "license/conflict": "skipped",
      "ledger/torn": "skipped"
    })
    const found = locatedFinding(unpublished, { folder: "v1.1.0" })
    assert.deepInclude(outcomes(renderJunit({ ...reportOf([found]), command: "verify" })), {
      "artifact/unpublished": "system-out",
      "ledger/torn": "passed",
      "source/size": "skipped"
    })
  })

  it("quotes the message of one error, counts several, and prints none of them as a warning", () => {
    const error = (file: string) => locatedFinding(size, { file, bytes: 5_000_000, max_bytes: 4_000_000 })
    const childrenOf = (...findings: ReadonlyArray<ReturnType<typeof error>>) =>
      casesOf(renderJunit(reportOf(findings))).find(({ attributes }) => attributes["name"] === size.id)?.children ?? []
    const [failure, ...others] = childrenOf(error("a.yaml"))
    assert.deepStrictEqual([failure?.attributes["message"], others], [messageOf(error("a.yaml")), []])
    assert.strictEqual(childrenOf(error("a.yaml"), error("b.yaml"))[0]?.attributes["message"], "2 findings")
  })

  it("does not skip a check with a finding", () => {
    const found = locatedFinding(unpublished, { folder: "v1.1.0" })
    assert.deepInclude(outcomes(renderJunit(reportOf([found]))), { "artifact/unpublished": "system-out" })
  })
})
