import { assert, describe, it } from "@effect/vitest"
import MarkdownIt from "markdown-it"
import { backdated } from "../../../../src/domain/checks/DateChecks.ts"
import { unknownDimension } from "../../../../src/domain/checks/reference/UnknownNames.ts"
import { formatItem, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { renderMarkdown } from "../../../../src/report/formats/Markdown.ts"
import { formatMarkdownRedline } from "../../../../src/report/formats/MarkdownChanges.ts"
import { groupFindings } from "../../../../src/report/Grouping.ts"
import type { Report } from "../../../../src/report/Report.ts"
import { codeBlock, codeMarkdown, plainMarkdown } from "../../../../src/report/text/MarkdownText.ts"
import { makeRedline } from "../../../../src/report/text/Redline.ts"
import { findingWithText, hostileReport, hostileText, locatedFinding, reportOf } from "../HostileReports.ts"

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
    const text = renderMarkdown(report)
    assert.isBelow(text.length, 60_000)
    const { foreign } = read(text)
    assert.deepStrictEqual(foreign, [])
    const items = parser.parse(text, {}).filter(({ type, level }) => type === "list_item_open" && level === 1)
    assert.strictEqual(items.length, groupFindings(report.findings).length)
  })

  it("gives the verdict first, then bumps, exceptions, what comes due, findings and changes", () => {
    const lines = renderMarkdown(example).split("\n")
    assert.deepStrictEqual(lines, [
      "## ❌ Refused: 1 error, 1 warning",
      "",
      "1.3.0 → 1.3.1 is a patch bump; the changes require a major bump. Declare 2.0.0.",
      "",
      "### ⚠️ 1 waiver used",
      "",
      "- Use A (use\\_type/a) is exempt from “Removal within six months of the deprecation” (deprecation/removed-before-six-months). Approved by J. Doe. Reason: It must go.",
      "",
      "### Coming due",
      "",
      "- Third use (use\\_type/c) can be removed in 2.0.0 at the earliest, after 1.3.0, and not before 2026-07-15; use use\\_type/d or use\\_type/e",
      "",
      "### Findings",
      "",
      "- ❌ **v1 ended on 2026-01-01: \\<b\\>** (`lifecycle/end-of-life`)\\",
      "  `taxonomy-src/dimensions/use_type.yaml:3` `label: *x*`\\",
      "  `taxonomy-src/taxonomy.yaml:4` the removed item in 1.3.0\\",
      "  Release on a later major version, such as v2.",
      "- ⚠️ **The release is dated 2026-01-01, more than 24 hours ago** (`date/backdated`)\\",
      "  `taxonomy.yaml:1`\\",
      "  Make a new commit, so that grace periods start today.",
      "",
      "### 3 changes since 1.3.0",
      "",
      "**Values removed**: 2 (major: terms that use it become invalid)",
      "",
      "- Use A (`use_type/a`): use use\\_type/d",
      "  - *description:* ~~The use A.~~",
      "- `use_type/b`",
      "",
      "**Text of a value changed** (patch: the meaning stays)",
      "",
      "- `use_type/d`",
      "  - *label:* ~~Rules~~ **The rules** of a \\*league\\*"
    ])
  })

  it("links places and rules if the address of the files is known", () => {
    const text = renderMarkdown(example, { linkBase: "https://github.com/o/r/blob/0a1b" })
    assert.include(
      text,
      "([`lifecycle/end-of-life`](https://github.com/o/r/blob/0a1b/docs/rules.md#lifecycleend-of-life))"
    )
    assert.include(
      text,
      "[`taxonomy-src/dimensions/use_type.yaml:3`](https://github.com/o/r/blob/0a1b/taxonomy-src/dimensions/use_type.yaml#L3)"
    )
    // The related file is that of an older commit.
    assert.include(text, "\n  `taxonomy-src/taxonomy.yaml:4` the removed item")
  })

  it("links all lines of a place, without one of which it has only the start", () => {
    const linkOf = (more: Partial<typeof place>) =>
      /#L[^)]*/.exec(
        renderMarkdown(reportOf([findingWithText("m", { place: { ...place, ...more, file: "a.yaml" } })]), {
          linkBase: "https://h/b"
        })
      )?.[0]
    assert.strictEqual(linkOf({}), "#L3")
    assert.strictEqual(linkOf({ end_line: 5, end_column: 2 }), "#L3-L5")
    assert.strictEqual(linkOf({ end_line: 5, end_column: 1 }), "#L3-L4")
    assert.strictEqual(linkOf({ end_line: 4, end_column: 1 }), "#L3")
  })

  it("escapes a path in a link, and links no file outside of the repository", () => {
    const textOf = (file: string) =>
      renderMarkdown(reportOf([findingWithText("m", { place: { ...place, file } })]), { linkBase: "https://h/b" })
    assert.include(textOf("a b/c).yaml"), "[`a b/c).yaml:3`](https://h/b/a%20b/c%29.yaml#L3)")
    for (const file of ["../a.yaml", "/tmp/a.yaml"]) assert.include(textOf(file), `  \`${file}:3\``)
  })

  it.each([
    ["one line", { end_line: 3, end_column: 6 }, "L3"],
    ["one line with its end", { end_line: 4, end_column: 1 }, "L3"],
    ["an empty range at the start of a line", { end_line: 3, end_column: 1 }, "L3"],
    ["several lines", { end_line: 4, end_column: 2 }, "L3-L4"],
    ["several lines with their ends", { end_line: 5, end_column: 1 }, "L3-L4"]
  ])("links %s", (_, end, anchor) => {
    const finding = findingWithText("m", { place: { ...place, ...end, file: "a.yaml" } })
    assert.include(renderMarkdown(reportOf([finding]), { linkBase: "https://h/b" }), `(https://h/b/a.yaml#${anchor})`)
  })

  it.each([
    ["  label: *x*  ", "`a.yaml:3` `label: *x*`\\"],
    [" \t ", "`a.yaml:3`\\"],
    [undefined, "`a.yaml:3`\\"]
  ])("quotes the line of a finding without the space around it: %j", (text, expected) => {
    const at = { ...place, file: "a.yaml", ...(text === undefined ? {} : { text }) }
    assert.include(renderMarkdown(reportOf([findingWithText("m", { place: at })])).split("\n"), `  ${expected}`)
  })

  it("folds many changes but not those that require a major release, and counts what there is no room for", () => {
    const change = (code: number, bump: "major" | "minor") =>
      bump === "major"
        ? ({ kind: "value-removed", bump, dimension: "d", value: `V${code}` } as const)
        : ({
            kind: "value-undeprecated",
            bump,
            dimension: "d",
            value: `r${code}`,
            before: { replaced_by: ["V"] }
          } as const)
    const changes = Array.from({ length: 21 }, (_, code) => change(code, code < 2 ? "major" : "minor"))
    const text = renderMarkdown({ ...example, changes })
    assert.isBelow(text.indexOf("`d/V1`"), text.indexOf("<details><summary>19 other changes</summary>\n\n"))
    assert.isAbove(text.indexOf("`d/r20`"), text.indexOf("<details>"))
    const tooMany = { ...example, changes: Array.from({ length: 100_000 }, (_, code) => change(code, "minor")) }
    assert.isBelow(renderMarkdown(tooMany).length, 65_536)
    assert.match(renderMarkdown(tooMany), /- and \d+ more\n\n<\/details>/)
    const findings = Array.from({ length: 10_000 }, () => example.findings).flat()
    assert.isBelow(renderMarkdown({ ...tooMany, findings }).length, 65_536)
  })

  it.prop(
    "shows any redline without markup of its own",
    [hostileText, hostileText, hostileText],
    ([shared, before, after]) => {
      const redline = makeRedline(`${shared} ${before}`, `${shared} ${after}`)
      const { foreign, kinds } = read(`x ${formatMarkdownRedline(redline)}`)
      assert.deepStrictEqual(foreign, [])
      for (const kind of kinds) {
        assert.include(
          ["text", "html_inline", "text_special", "s_open", "s_close", "strong_open", "strong_close"],
          kind
        )
      }
    }
  )
})

describe("a finding in many places", () => {
  it("is listed once, with its first places and the number of the others", () => {
    const facts = { name: "tone", suggestion: "tune" }
    const findings = Array.from({ length: 23 }, (_, index) =>
      locatedFinding(unknownDimension, facts, { place: { ...place, file: `L${index}.yaml` } })
    )
    const lines = renderMarkdown({ ...example, findings }).split("\n")
    const start = lines.indexOf('- ❌ **Dimension "tone" does not exist** (`reference/unknown-dimension`)\\')
    assert.deepStrictEqual(lines.slice(start + 1, start + 24), [
      ...findings.slice(0, 20).map((found) => `  \`${found.place.file}:3\`\\`),
      "  and 3 more places\\",
      '  Did you mean "tune"?',
      ""
    ])
    assert.include(lines[0], "23 errors")
  })
})

const place = { line: 3, column: 5, end_line: 3, end_column: 6 }

const example: Report = {
  ...reportOf([
    findingWithText("<b>", {
      place: { ...place, file: "taxonomy-src/dimensions/use_type.yaml", text: "  label: *x*" },
      related: [
        {
          _tag: "Removed",
          place: { ...place, file: "taxonomy-src/taxonomy.yaml", line: 4 },
          release: Version.make("1.3.0")
        }
      ]
    }),
    locatedFinding(backdated, { date: "2026-01-01", now: "2026-02-01" })
  ]),
  version: Version.make("1.3.1"),
  base: Version.make("1.3.0"),
  declared_bump: "patch",
  required_bump: "major",
  suggested_version: Version.make("2.0.0"),
  changes: [
    {
      kind: "value-text-changed",
      bump: "patch",
      dimension: "use_type",
      value: "d",
      before: { label: "Rules of a *league*", description: "D" },
      after: { label: "The rules of a *league*", description: "D" }
    },
    ...["a", "b"].map((value) => ({ kind: "value-removed", bump: "major", dimension: "use_type", value }) as const)
  ],
  waivers: [
    {
      item: valueRef("use_type", "a"),
      waiver: {
        rule: "deprecation/removed-before-six-months",
        subject: "use_type/a",
        version: Version.make("1.3.1"),
        reason: "It must go.",
        approved_by: "J. Doe"
      }
    }
  ],
  date: "2026-02-01T00:00:00Z",
  items: {
    taxonomy: empty,
    labelOf: (item) => (formatItem(item) === "use_type/a" ? "Use A" : undefined),
    itemBefore: (item) =>
      formatItem(item) === "use_type/a"
        ? { code: "a", label: "Use A", description: "The use A.", deprecated: { replaced_by: ["d"] } }
        : undefined
  },
  coming_due: [
    {
      kind: "removal",
      item: valueRef("use_type", "c"),
      label: "Third use",
      deprecation: { replaced_by: ["d", "e"] },
      since: { version: Version.make("1.1.0"), date: "2026-01-15T00:00:00Z" },
      forecast: {
        may_go: "later",
        version: Version.make("2.0.0"),
        date: "2026-07-15",
        after: [Version.make("1.3.0")],
        deprecated_in: null
      }
    }
  ]
}
