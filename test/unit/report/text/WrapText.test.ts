import { assert, describe, it } from "@effect/vitest"
import { wrapText } from "../../../../src/report/text/WrapText.ts"

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
