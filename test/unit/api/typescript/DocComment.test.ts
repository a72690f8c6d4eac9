import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { formatDocComment } from "../../../../src/api/typescript/DocComment.ts"
import { pick } from "../../../support/arbitrary/pick.ts"

const texts = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.map(
      Arbitrary.all([
        pick("*", "/", "*/", "/*", "//", "@deprecated", "@", "\\", "`", "{@link x}", "\n", "\u2028", "\u202E", "word "),
        Arbitrary.schema(Schema.String)
      ]),
      ([first, second]) => first + second
    ),
    { maxLength: 40 }
  ),
  (parts) => parts.join("")
)

describe("formatDocComment", () => {
  it.prop(
    "is one comment, whatever its texts are, with the one tag that it was given",
    [texts, texts],
    ([text, deprecated]) => {
      for (const doc of [{ text }, { text, deprecated }]) {
        const comment = formatDocComment(doc, "  ")
        assert.isTrue(comment.startsWith("  /**") && comment.endsWith("*/"))
        assert.strictEqual(comment.indexOf("*/"), comment.length - 2)
        for (const line of comment.split("\n")) {
          assert.isTrue(line.startsWith("  /**") || line.startsWith("   *"))
          assert.notMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
        }
        const tags = comment.match(/(?<!\\)@/g) ?? []
        assert.lengthOf(tags, "deprecated" in doc ? 1 : 0)
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it("wraps between words, and leaves a word whole that is longer than a line", () => {
    const word = "w".repeat(130)
    const lines = formatDocComment({ text: `${"short ".repeat(30)}${word}`, deprecated: "Use another." }).split("\n")
    assert.deepStrictEqual(lines.slice(-4), [
      ` * ${"short ".repeat(11).trim()}`,
      ` * ${word}`,
      " * @deprecated Use another.",
      " */"
    ])
    assert.isTrue(lines.every((line) => line.length <= 120 || line === ` * ${word}`))
  })
})
