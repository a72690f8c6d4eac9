import { assert, describe, it } from "@effect/vitest"
import stringWidth from "string-width"
import { wrapText, makeExcerpt } from "../../../../src/report/text/TerminalText.ts"
import { hostileText } from "../HostileReports.ts"

describe("wrapText", () => {
  it("breaks lines between words, and indents them", () => {
    assert.strictEqual(
      wrapText("Declare a grace period of two releases first", 30, { first: "  help: ", rest: "        " }),
      "  help: Declare a grace period\n        of two releases first"
    )
  })

  it("keeps a word that is longer than a line", () => {
    assert.strictEqual(
      wrapText("See taxonomy-src/dimensions/exclusive_categories.yaml now", 30),
      "See\ntaxonomy-src/dimensions/exclusive_categories.yaml\nnow"
    )
  })

  it("counts the columns of wide characters, and no escape sequences", () => {
    assert.strictEqual(
      wrapText("漢字漢字漢字 漢字漢字漢字 漢字漢字漢字", 26),
      "漢字漢字漢字 漢字漢字漢字\n漢字漢字漢字"
    )
    const red = "\u{1B}[31mred\u{1B}[39m"
    assert.strictEqual(wrapText(`${red} ${red} ${red} ${red} ${red} ${red}`, 24), Array(6).fill(red).join(" "))
  })

  it("only indents without a width", () => {
    const text = "word ".repeat(100).trim()
    assert.strictEqual(wrapText(`${text}\n${text}`, undefined, { first: "- ", rest: "  " }), `- ${text}\n  ${text}`)
  })
})

/** The excerpt of the part of a line between two brackets, and what its marks point to in a terminal. */
const mark = (text: string, width?: number) => {
  const [before = "", part = "", rest = ""] = text.split(/[⟦⟧]/u)
  const line = before + part + rest
  const place = {
    file: "a.yaml",
    line: 1,
    column: before.length + 1,
    end_line: 1,
    end_column: before.length + part.length + 1
  }
  const excerpt = makeExcerpt(place, line, width)
  return { ...excerpt, marked: columns(excerpt.shown, excerpt.indent.length, excerpt.carets.length) }
}

/** The characters of a line in a range of columns. */
const columns = (text: string, from: number, count: number): string => {
  let at = 0
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    .filter((segment) => {
      const start = at
      at += stringWidth(segment)
      return start >= from && start < from + count
    })
    .join("")
}

describe("makeExcerpt", () => {
  it("puts the marks below the part in question", () => {
    assert.deepStrictEqual(mark("  code: ⟦QSR⟧ # x"), {
      shown: "  code: QSR # x",
      indent: " ".repeat(8),
      carets: "^^^",
      marked: "QSR"
    })
  })

  it("counts columns as a terminal shows them", () => {
    for (const before of ["\t", "漢字: ", "e\u0301: ", "👩‍🚀 ", "a\u200Bb ", "\u{1F600}\t"]) {
      assert.strictEqual(mark(`${before}⟦QSR⟧ more`).marked, "QSR", JSON.stringify(before))
    }
    assert.strictEqual(mark("label: ⟦漢字⟧").carets, "^^^^")
    assert.strictEqual(mark("label: ⟦e\u0301⟧").carets, "^")
  })

  it("cuts a long line around the part in question", () => {
    const { marked, shown } = mark(`description: ${"before ".repeat(50)}⟦QSR⟧${" after".repeat(50)}`, 50)
    assert.strictEqual(marked, "QSR")
    assert.strictEqual(stringWidth(shown), 50)
    assert.match(shown, /^…[^…]+…$/)
  })

  it("cuts the marks of a part that is wider than the terminal", () => {
    const { carets, indent, shown } = mark(`label: ⟦${"漢".repeat(100)}⟧`, 40)
    assert.isAtMost(indent.length + carets.length, 40)
    assert.isAtMost(stringWidth(shown), 40)
  })

  it("marks a part of several lines to the end of the first", () => {
    const place = { file: "a.yaml", line: 1, column: 3, end_line: 3, end_column: 1 }
    assert.deepStrictEqual(makeExcerpt(place, "- code: QSR\r"), {
      shown: "- code: QSR",
      indent: "  ",
      carets: "^".repeat(9)
    })
  })

  it.prop("fits any line", [hostileText, hostileText, hostileText], ([before, part, rest]) => {
    const clean = (text: string) => text.replaceAll(/[⟦⟧\n\r]/gu, "")
    const { carets, indent, shown } = mark(`${clean(before)}⟦${clean(part)}⟧${clean(rest)}`.repeat(1), 30)
    assert.isAtMost(stringWidth(shown), 30)
    assert.isAtMost(indent.length + carets.length, 31)
  })
})
