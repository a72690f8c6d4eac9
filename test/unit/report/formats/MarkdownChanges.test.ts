import { assert, describe, it } from "@effect/vitest"
import { formatMarkdownRedline, limitEntries } from "../../../../src/report/formats/MarkdownChanges.ts"
import { makeRedline } from "../../../../src/report/text/Redline.ts"

describe("formatMarkdownRedline", () => {
  it("marks removed and added words", () => {
    assert.strictEqual(
      formatMarkdownRedline(makeRedline("Rules of a league", "The rules of a league")),
      "~~Rules~~ **The rules** of a league"
    )
  })

  it("escapes what means something in Markdown", () => {
    assert.strictEqual(
      formatMarkdownRedline(makeRedline("the *first* of them", "the <b> of them")),
      String.raw`the ~~\*first\*~~ **\<b\>** of them`
    )
  })

  it("marks letters that touch others, and keeps the marks of punctuation apart from a letter", () => {
    assert.strictEqual(formatMarkdownRedline(makeRedline("漢字の説明", "漢字の短い説明")), "漢字の**短い**説明")
    assert.strictEqual(
      formatMarkdownRedline(makeRedline("at random with other odds.", "at random with other odds, paid or not.")),
      "at random with other odds<!-- -->**, paid or not**."
    )
  })

  it("keeps a text of any length", () => {
    const long = "word ".repeat(1000).trim()
    assert.strictEqual(formatMarkdownRedline(makeRedline("", long)), `**${long}**`)
  })

  it("says if only white space changed", () => {
    assert.strictEqual(formatMarkdownRedline(makeRedline("a  b", "a b")), "a b (only white space changed)")
  })
})

describe("entries of a comment", () => {
  it("are shown as long as each fits with its line break", () => {
    const space = { left: 8 }
    assert.deepStrictEqual(limitEntries(["abc", "def"], space), ["abc", "def"])
    assert.strictEqual(space.left, 0)
  })

  it("are counted if they do not fit", () => {
    assert.deepStrictEqual(limitEntries(["abc", "def"], { left: 7 }), ["abc", "- and 1 more"])
    assert.deepStrictEqual(limitEntries(["too long", "def", "x"], { left: 6 }), ["- and 3 more"])
  })
})
