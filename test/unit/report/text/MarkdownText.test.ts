import { assert, describe, it } from "@effect/vitest"
import { sectionLines, sectionMarkdown } from "../../../../src/report/text/MarkdownText.ts"

const section = {
  title: "Deprecated",
  paragraphs: [
    { name: "Film *and* TV (use/film)", lines: ["Since 1.1.0.", " Use <tv>."] },
    { name: "tone", lines: [] }
  ]
}

describe("a section", () => {
  it("is indented lines below its title in a terminal", () => {
    assert.deepStrictEqual(sectionLines(section), [
      "",
      "Deprecated",
      "  Film *and* TV (use/film)",
      "    Since 1.1.0.",
      "     Use <tv>.",
      "  tone"
    ])
  })

  it("is a list below a heading in Markdown, with its texts as they are", () => {
    assert.strictEqual(
      sectionMarkdown(section),
      String.raw`### Deprecated

- **Film \*and\* TV (use/film)**\
  Since 1.1.0.\
  Use \<tv\>.
- **tone**`
    )
  })
})
