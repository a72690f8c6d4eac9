import { assert, describe, it } from "@effect/vitest"
import { excerptOf } from "../../../../src/explorer/draft/SourceExcerpt.ts"

const source = "one\r\ntwo\r\n  three: 3\r\nfour\r\nfive\r\nsix\r\n"
const at = (line: number, column: number, end_line: number, end_column: number) => ({
  file: "a.yaml",
  line,
  column,
  end_line,
  end_column
})

describe("excerptOf", () => {
  it("marks a part of a line between the two lines before and after it", () => {
    assert.deepStrictEqual(excerptOf(source, at(3, 10, 3, 11)), [
      { number: 1, before: "one", marked: "", after: "" },
      { number: 2, before: "two", marked: "", after: "" },
      { number: 3, before: "  three: ", marked: "3", after: "" },
      { number: 4, before: "four", marked: "", after: "" },
      { number: 5, before: "five", marked: "", after: "" }
    ])
  })

  it("marks the text of several lines without their indentation, up to the start of the next", () => {
    const marked = excerptOf(source, at(2, 2, 4, 1)).map((line) => line.marked)
    assert.deepStrictEqual(marked, ["", "wo", "three: 3", "", ""])
  })

  it("cuts a long place, and a long line around the place", () => {
    const long = `${"x".repeat(5000)}HERE${"y".repeat(5000)}`
    const [line] = excerptOf(long, at(1, 5001, 1, 5005))
    assert.strictEqual(line?.marked, "HERE")
    assert.isBelow((line?.before.length ?? 0) + (line?.after.length ?? 0), 1000)
    assert.match(line?.before ?? "", /^…x+$/)
    assert.match(line?.after ?? "", /^y+…$/)
    assert.isBelow(excerptOf("a\n".repeat(1000), at(1, 1, 900, 1)).length, 20)
  })

  it("keeps a part of 400 characters", () => {
    const [line] = excerptOf(`${"x".repeat(400)}HERE${"y".repeat(400)}`, at(1, 401, 1, 405))
    assert.deepStrictEqual(line, { number: 1, before: "x".repeat(400), marked: "HERE", after: "y".repeat(400) })
    const [longer] = excerptOf(`${"x".repeat(401)}HERE${"y".repeat(401)}`, at(1, 402, 1, 406))
    assert.strictEqual(longer?.before, `…${"x".repeat(400)}`)
    assert.strictEqual(longer?.after, `${"y".repeat(400)}…`)
  })

  it("shows nothing of a place that the text does not have", () => {
    assert.deepStrictEqual(excerptOf("one", at(90, 1, 90, 2)), [])
  })
})
