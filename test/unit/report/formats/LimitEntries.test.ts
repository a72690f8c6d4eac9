import { assert, describe, it } from "@effect/vitest"
import { limitEntries } from "../../../../src/report/formats/MarkdownChanges.ts"

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
