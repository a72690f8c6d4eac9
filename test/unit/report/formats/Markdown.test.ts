import { assert, describe, it } from "@effect/vitest"
import MarkdownIt from "markdown-it"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"
import { markdown } from "../../../../src/report/formats/Markdown.ts"
import { alike } from "../../../../src/report/Grouping.ts"
import type { Report } from "../../../../src/report/Report.ts"
import { codeBlock, codeMarkdown, plainMarkdown } from "../../../../src/report/text/MarkdownText.ts"
import { hostileReport, hostileText, reportOf } from "../hostile.ts"

const parser = new MarkdownIt({ html: true, linkify: true })
// GitHub makes links of what begins with a scheme or www, not of every name with a dot.
parser.linkify.set({ fuzzyLink: false })

/** The text that is left of Markdown, and the kinds of markup in it. */
const read = (source: string) => {
  const inline = parser.parse(source, {}).flatMap(({ children, type }) => children ?? (type === "fence" ? [] : []))
  const kinds = new Set(inline.map(({ type }) => type))
  const comments = inline.filter(({ content, type }) => type === "html_inline" && content !== "<!-- -->")
  const text = inline.filter(({ type }) => type !== "html_inline").map(({ content }) => content)
  return { kinds, text: text.join(""), foreign: comments.map(({ content }) => content) }
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()

describe("Markdown", () => {
  it.prop(
    "shows any text as it is",
    [hostileText],
    ([text]) => {
      for (const prefix of ["", "- ", "1. ", "> "]) {
        const { foreign, kinds, text: shown } = read(`${prefix}${plainMarkdown(text)}`)
        for (const kind of kinds) assert.include(["text", "html_inline", "text_special"], kind)
        assert.deepStrictEqual(foreign, [])
        if (oneLine(text) !== "") assert.strictEqual(shown, oneLine(text))
      }
    },
    { arbitrary: { runs: 1000 } }
  )

  it.prop(
    "shows any text as code",
    [hostileText],
    ([text]) => {
      const { kinds, text: shown } = read(`x ${codeMarkdown(text)} y`)
      if (oneLine(text) === "") return
      assert.deepStrictEqual([...kinds].sort(), ["code_inline", "text"])
      assert.strictEqual(shown, `x ${oneLine(text)} y`)
    },
    { arbitrary: { runs: 1000 } }
  )

  it("fences code whatever it holds", () => {
    const [block] = parser.parse(codeBlock("a\n```\n````yaml\nb", "text"), {})
    assert.deepInclude(block, { type: "fence", content: "a\n```\n````yaml\nb\n" })
  })

  it.prop("fits into a comment, with no markup that came from a text", [hostileReport], ([report]) => {
    const text = markdown(report)
    assert.isBelow(text.length, 60_000)
    const { foreign } = read(text)
    assert.deepStrictEqual(foreign, [])
    const items = parser.parse(text, {}).filter(({ type, level }) => type === "list_item_open" && level === 1)
    assert.strictEqual(items.length, alike(report.findings).length)
  })

  it("gives the verdict first, then bumps, changes, findings and what comes due", () => {
    const lines = markdown(example).split("\n")
    assert.deepStrictEqual(lines, [
      "## ❌ Refused: 1 error, 1 warning",
      "",
      "1.3.0 → 1.3.1 is a patch bump; the changes require a major one. Declare 2.0.0 for them.",
      "",
      "### 2 changes since 1.3.0",
      "",
      "- `value-removed`, major",
      "  - `use_type/a`",
      "  - `use_type/b`",
      "",
      "### Findings",
      "",
      "- ❌ **\\<b\\> is removed** (`deprecation/removed-outside-major`)\\",
      "  `taxonomy-src/dimensions/use_type.yaml:3`\\",
      "  `taxonomy-src/taxonomy.yaml:4` It was here\\",
      "  Put it back.",
      "- ⚠️ **Old** (`date/backdated`)",
      "",
      "### Coming due",
      "",
      "- `use_type/c` may go in 2.0.0 at the earliest, not before 2026-07-15; use `d` or `e`"
    ])
  })

  it("folds many changes, and counts what there is no room for", () => {
    const change = (code: number) =>
      ({ kind: "value-removed", bump: "major", dimension: "d", value: `V${code}` }) as const
    const many = { ...example, changes: Array.from({ length: 21 }, (_, code) => change(code)) }
    assert.include(markdown(many), "<details><summary>21 changes since 1.3.0</summary>\n\n- `value-removed`, major\n")
    const tooMany = { ...example, changes: Array.from({ length: 100_000 }, (_, code) => change(code)) }
    assert.isBelow(markdown(tooMany).length, 60_000)
    assert.match(markdown(tooMany), /- and \d+ more\n\n<\/details>/)
    const findings = Array.from({ length: 10_000 }, () => example.findings).flat()
    assert.isBelow(markdown({ ...tooMany, findings }).length, 60_000)
  })
})

describe("what is found in many places", () => {
  it("is said once, with the first of them and how many more there are", () => {
    const findings = Array.from({ length: 23 }, (_, index) => ({
      rule: "reference/unknown-dimension" as const,
      level: "error" as const,
      message: "There is no dimension",
      help: "Add it.",
      place: { ...place, file: `L${index}.yaml` }
    }))
    const lines = markdown({ ...example, findings }).split("\n")
    const start = lines.indexOf("- ❌ **There is no dimension** (`reference/unknown-dimension`)\\")
    assert.deepStrictEqual(lines.slice(start + 1, start + 24), [
      ...findings.slice(0, 20).map((found) => `  \`${found.place.file}:3\`\\`),
      "  and 3 places more\\",
      "  Add it.",
      ""
    ])
    assert.include(lines[0], "23 errors")
  })
})

const place = { line: 3, column: 5, end_line: 3, end_column: 6 }

const example: Report = {
  ...reportOf([
    {
      rule: "deprecation/removed-outside-major",
      level: "error",
      subject: "use_type/a",
      message: "<b> is removed",
      help: "Put it back.",
      place: { ...place, file: "taxonomy-src/dimensions/use_type.yaml" },
      related: [{ place: { ...place, file: "taxonomy-src/taxonomy.yaml", line: 4 }, message: "It was here" }]
    },
    { rule: "date/backdated", level: "warning", message: "Old" }
  ]),
  version: Version.make("1.3.1"),
  base: Version.make("1.3.0"),
  declared_bump: "patch",
  required_bump: "major",
  suggested_version: Version.make("2.0.0"),
  changes: ["a", "b"].map((value) => ({ kind: "value-removed", bump: "major", dimension: "use_type", value })),
  coming_due: [
    {
      item: "use_type/c",
      replaced_by: ["d", "e"],
      since: "1.1.0",
      earliest_version: "2.0.0",
      earliest_date: "2026-07-15"
    }
  ]
}
